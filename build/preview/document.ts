import { html, type SafeHtml } from './html.ts';
import { devPath } from './reply.ts';

/** An HTML document. */
export function toDocument(title: string, body: SafeHtml): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${devPath}favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${devPath}style.css">
</head>
${body}
`.html;
}
