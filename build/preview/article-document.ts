import type { Article } from '../../src/core/article.ts';
import { escapeAttribute, escapeText } from '../markdown/html/escape-html.ts';
import { devPath, type PreviewReply } from './reply.ts';
import { toDocument } from './to-document.ts';

/** An article as the frame shows it. */
export interface ShownArticle {
  article: Article;
  /** Its body with marks of problems in it. */
  body: string;
  /** Whether its text begins with the title already. */
  isTitled: boolean;
  /** Whether it has a date of its own. */
  isDated: boolean;
  /** Problems that have no place in the body, as HTML. */
  notes: string;
}

/**
 * The document in the frame: an article as the page of a website might show it. Links to other articles open in the page
 * around it, links within the article in the frame, and all others in a new tab.
 */
export function toArticleDocument(shown: ShownArticle, origin: string): PreviewReply {
  const here = shown.body.replace(
    /<a ((?:[^"<>]|"[^"]*")*?)href="([^"]*)"/g,
    (link, before: string, address: string) => {
      const isPage = address.startsWith(`${origin}${devPath}#`);
      if (!isPage && !address.startsWith('#')) return link;
      return `<a target="${isPage ? '_top' : '_self'}" ${before}href="${address}"`;
    },
  );
  const body = `${shown.notes}${toHeader(shown)}<main dir="auto">\n${here}</main>\n`;
  return toDocument({ title: shown.article.title, base: '<base target="_blank">', body });
}

function toHeader({ article, isTitled, isDated }: ShownArticle): string {
  const { title, excerpt, header_image_url: image } = article;
  const parts = [
    image === null ? '' : `<img class="galley-image" src="${escapeAttribute(image)}" alt="">`,
    isTitled ? '' : `<p class="galley-title" role="heading" aria-level="1" dir="auto">${escapeText(title)}</p>`,
    excerpt === '' ? '' : `<p class="galley-excerpt" dir="auto">${escapeText(excerpt)}</p>`,
    toDates(article, isDated),
    toMeta(article),
  ];
  return `<header class="galley-head">\n${parts.filter((part) => part !== '').join('\n')}\n</header>\n`;
}

function toDates({ publish_at, published_at, updated_at }: Article, isDated: boolean): string {
  const dates = [
    ['published', isDated ? (published_at ?? publish_at) : null],
    ['live from', isDated && published_at !== publish_at ? publish_at : null],
    ['updated', updated_at],
  ] as const;
  const shown = dates.flatMap(([name, at]) =>
    at === null ? [] : [`${name} <time datetime="${at}">${toDay(at)}</time>`],
  );
  return `<p class="galley-dates">${shown.length === 0 ? 'without a date' : shown.join(' · ')}</p>`;
}

/** What a website takes over without showing it as such. */
function toMeta({ id, slug, title, excerpt, meta_title, meta_description }: Article): string {
  const given = {
    slug,
    id: `${id}`,
    meta_title: meta_title === title ? null : meta_title,
    meta_description: meta_description === excerpt ? null : meta_description,
  };
  const items = Object.entries(given).flatMap(([name, value]) =>
    value === null ? [] : [`<div><dt>${name}</dt><dd dir="auto">${escapeText(value)}</dd></div>`],
  );
  return `<dl class="galley-meta">${items.join('')}</dl>`;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

function toDay(at: string): string {
  return day.format(Date.parse(at));
}
