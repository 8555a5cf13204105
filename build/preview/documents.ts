import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Article } from '../../src/core/article.ts';
import { headerFinders, plainDialects } from '../dialects/index.ts';
import { deriveRegardless } from '../front-matter/fields/derive-fields.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import { escapeAttribute, escapeText } from '../markdown/html/escape-html.ts';
import { packageFolder } from '../package/package.ts';
import { renderSource } from '../pipeline/files/render-source.ts';
import type { Problem, ProblemCode } from '../problems/problem.ts';
import { devPath, type PreviewReply } from './reply.ts';

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
 * The document in the frame: an article as the page of a website might show it. Links to other articles open in the
 * page around it, links within the article in the frame, and all others in a new tab.
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
  return toDocument(shown.article.title, body, '<base target="_blank">');
}

/** The article that readers get of a file that cannot be shown. */
export function showOlder(json: Buffer, problems: readonly NotedProblem[]): ShownArticle {
  const article: Article = JSON.parse(json.toString());
  const notes = `${problemNote(problems, true)}<p>Readers get this article, as it was last published.</p>\n`;
  return { article, body: article.html, isTitled: article.html.startsWith('<h1'), isDated: true, notes };
}

/** An HTML document with the style of a plain page, in which no script runs. */
function toDocument(title: string, body: string, base = ''): PreviewReply {
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

function toHeader({ article, isTitled, isDated }: ShownArticle): string {
  const { title, excerpt, header_image_url: image } = article;
  const parts = [
    image === null ? '' : `<img class="galley-image" src="${escapeAttribute(image)}" alt="">`,
    isTitled ? '' : toTitle(title),
    excerpt === '' ? '' : `<p class="galley-excerpt" dir="auto">${escapeText(excerpt)}</p>`,
    toDates(article, isDated),
    toMeta(article),
  ];
  return `<header class="galley-head">\n${parts.filter((part) => part !== '').join('\n')}\n</header>\n`;
}

function toTitle(title: string): string {
  return `<p class="galley-title" role="heading" aria-level="1" dir="auto">${escapeText(title)}</p>`;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

function toDates({ publish_at, published_at, updated_at }: Article, isDated: boolean): string {
  const dates = Object.entries({
    published: isDated ? (published_at ?? publish_at) : null,
    'live from': isDated && published_at !== publish_at ? publish_at : null,
    updated: updated_at,
  });
  const shown = dates.flatMap(([name, at]) =>
    at === null ? [] : [`${name} <time datetime="${at}">${day.format(Date.parse(at))}</time>`],
  );
  return `<p class="galley-dates">${shown.length === 0 ? 'without a date' : shown.join(' · ')}</p>`;
}

/** What a website uses without showing it. */
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

/** A problem with the address that opens it in the editor. */
export interface NotedProblem extends Problem {
  editor: string;
}

/** The problems of one place, as HTML for the frame: a badge that opens, without a script. */
export function problemNote(problems: readonly NotedProblem[], isOpen: boolean): string {
  const kind = problems.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  const [words, mark] = problems.length === 1 ? [kind, '!'] : [`${problems.length} problems`, problems.length];
  const summary = `<summary title="${words}" aria-label="${words}">${mark}</summary>`;
  const items = problems.map(toItem).join('');
  return `<details class="galley-mark ${kind}"${isOpen ? ' open' : ''}>${summary}<ul dir="ltr">${items}</ul></details>\n`;
}

function toItem({ code, severity, line, column, found, fix, editor }: NotedProblem): string {
  // The editor is another program: the page stays as it is.
  const links =
    `<a target="_top" href="${escapeAttribute(editor)}">Open line ${line}:${column} in the editor</a> ` +
    `<a target="_blank" href="${guideAddress(code)}">Guide: ${code}</a>`;
  return `<li><p><strong>${severity}</strong> ${withCode(found)}</p><p>${withCode(fix)}</p><p class="galley-links">${links}</p></li>`;
}

/** Shows text between backticks as code. */
function withCode(text: string): string {
  return escapeText(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** The page of the guide at a path of the package's `content`; null where there is none. It is here without a network. */
export function guidePage(path: string): PreviewReply | null {
  const file = guideFile(path);
  if (file === null) return null;
  const parsed = parseFile({ path, file }, readFileSync(file), headerFinders(plainDialects)).value;
  if (parsed === null) return null;
  const title = deriveRegardless(parsed, defaultContentOptions, 0).fields?.title ?? path;
  // Pages lead to one another.
  const articles = {
    get: (linked: string) => (guideFile(linked) === null ? undefined : `${devPath}guide/${linked}`),
    find: () => null,
  };
  const addresses = { site: '', media: { find: () => null }, articles };
  const { rendering } = renderSource(path, parsed.body, addresses, {
    trustedHtml: false,
    dialects: plainDialects,
  }).value;
  const body = `<header class="galley-head">${toTitle(title)}</header>\n<main>\n${rendering.rendered.html}</main>\n`;
  return toDocument(title, body);
}

/** The address of the guide's page on a code of problems. */
export function guideAddress(code: ProblemCode): string {
  return `${devPath}guide/problems/${code}.md`;
}

/** A file of the guide; nothing else of the package, or beside it. */
function guideFile(path: string): string | null {
  const file = join(packageFolder(), 'content', path);
  return /^(?:[a-z\d-]+\/)?[a-z\d-]+\.md$/.test(path) && existsSync(file) ? file : null;
}
