import { escapeText } from '../markdown/html/escape-html.ts';
import { devPath, type PreviewReply } from './reply.ts';

/** An HTML document with the looks of a plain page, in which no script runs. */
export function toDocument({ title, base, body }: { title: string; base: string; body: string }): PreviewReply {
  const head =
    `<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n` +
    `<title>${escapeText(title)}</title>\n${base}\n<link rel="stylesheet" href="${devPath}article.css">`;
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: `<!doctype html>\n<html>\n<head>\n${head}\n</head>\n<body>\n${body}`,
    policy: 'article',
  };
}
