import { escapeAttribute, escapeText } from '../../../markdown/html/escape-html.ts';
import type { ServiceInfo } from '../service-info.ts';
import type { RenderedText } from './render-text.ts';
import { languages } from './snippets.ts';
import { toStyle } from './style.ts';
import { lead } from './to-text.ts';

/** The page for people: one document without scripts, and with nothing from elsewhere. */
export function toHtml({ intro, parts }: RenderedText, { title, color }: ServiceInfo): string {
  const links = parts.map((part) => `<li><a href="#${part.id}">${part.title}</a></li>`);
  const sections = parts.map(
    (part) =>
      `<section aria-labelledby="${part.id}">\n<h2 id="${part.id}">${part.title}</h2>\n${part.html}</section>\n`,
  );
  const choices = Object.entries(languages).map(
    ([language, name], i) =>
      `<input type="radio" name="language" id="in-${language}"${i === 0 ? ' checked' : ''}><label for="in-${language}">${name}</label>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}: API</title>
<meta name="description" content="${escapeAttribute(lead)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="service-desc" href="/openapi.json" type="application/json">
<link rel="alternate" href="/index.md" type="text/markdown" title="This page as Markdown">
<link rel="alternate" href="/llms.txt" type="text/plain" title="llms.txt">
<style>
${toStyle(color)}</style>
</head>
<body>
<a class="skip" href="#${parts[0]?.id}">Skip to the first call</a>
<header>
<h1 dir="auto"${title.length > 40 ? ' class="long"' : ''}>${escapeText(title)}</h1>
${intro}</header>
<div class="columns">
<nav aria-label="Contents">
<ul>
${links.join('\n')}
</ul>
</nav>
<main>
<fieldset class="languages"><legend>Examples in</legend>${choices.join('')}</fieldset>
${sections.join('')}</main>
</div>
<footer>
<p>Served by Galley. Open without a key: this page, <a href="/openapi.json">/openapi.json</a>, <a href="/llms.txt">/llms.txt</a>, <a href="/healthz">/healthz</a> and the pictures under <code>/media</code>.</p>
</footer>
</body>
</html>
`;
}
