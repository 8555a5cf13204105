import { escapeAttribute } from '../markdown/html/escape-html.ts';
import { devPath, type PreviewReply } from './reply.ts';

/**
 * The document in the frame. Links to other articles open in the page around it, links within the article in the frame,
 * and all others in a new tab.
 */
export function toArticleDocument(
  { html, image }: { html: string; image: string | null },
  origin: string,
): PreviewReply {
  const here = html.replace(/<a ((?:[^"<>]|"[^"]*")*?)href="([^"]*)"/g, (link, before: string, address: string) => {
    const isPage = address.startsWith(`${origin}${devPath}#`);
    if (!isPage && !address.startsWith('#')) return link;
    return `<a target="${isPage ? '_top' : '_self'}" ${before}href="${address}"`;
  });
  const header = image === null ? '' : `<img class="galley-header" src="${escapeAttribute(image)}" alt="">\n`;
  const body =
    '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>Article</title>\n' +
    `<base target="_blank">\n<link rel="stylesheet" href="${devPath}article.css">\n</head>\n<body dir="auto">\n${header}${here}`;
  return { status: 200, type: 'text/html; charset=utf-8', body, policy: 'article' };
}
