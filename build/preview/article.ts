import type { Article } from '../../src/core/article.ts';
import { describeState, type FileRow, toDate, toFileState } from './file-row.ts';
import { html, type SafeHtml, safeHtml, toCounted, toTerms } from './html.ts';
import { type PageQuery, toPageAddress, views } from './page-query.ts';
import { type NotedProblem, problemNote } from './problem-items.ts';
import { devPath } from './reply.ts';

/** An article as its page shows it. */
export interface ShownArticle {
  article: Article;
  /** Its body with marks of problems in it. */
  body: string;
  /** Whether its text begins with the title already. */
  isTitled: boolean;
  /** Problems that have no place in the body. */
  notes: SafeHtml | null;
}

/** The article that readers get of a file that cannot be shown. */
export function showOlder(json: Buffer, problems: readonly NotedProblem[]): ShownArticle {
  const article: Article = JSON.parse(json.toString());
  const notes = html`${problemNote(problems, true)}<p>Readers get this article, as it was last published.</p>\n`;
  return { article, body: article.html, isTitled: article.html.startsWith('<h1'), notes };
}

/** What is known of a file and its article beside what a view shows. */
export interface ArticleFacts {
  place: PageQuery;
  row: FileRow;
  /** Null where it cannot be shown. */
  article: Article | null;
  site: string;
  /** Opens the file. */
  editor: string;
  /** Whether errors keep what readers get as it was. */
  isHeld: boolean;
  /** Seconds since 1970-01-01T00:00:00Z. */
  now: number;
}

/** The head of a file's page: its title, its state, its facts and its views. */
export function articleHead({ place, row, article, site, editor, isHeld, now }: ArticleFacts): SafeHtml {
  const slug = article?.slug ?? row.slug;
  const isServed = row.kind === 'article' && slug !== null;
  const facts = toTerms({
    file: row.path,
    id: article?.id.toString(),
    slug,
    publish_at: row.publishAt === null && article !== null ? 'none: shown as if published now' : article?.publish_at,
    published_at: article?.published_at === article?.publish_at ? null : article?.published_at,
    updated_at: article?.updated_at,
    aliases: row.aliases.join(', ') || null,
    address: isServed ? `${site}/api/v1/articles/${encodeURIComponent(slug)}` : null,
    meta_title: article?.meta_title === article?.title ? null : article?.meta_title,
    meta_description: article?.meta_description === article?.excerpt ? null : article?.meta_description,
  });
  const names = { rendered: 'Rendered', json: 'JSON', markdown: 'Markdown' };
  const tabs = views.map((view) => toTab(names[view], { ...place, view }, view === place.view));
  const h1 = toTab(html`<code>exclude_h1</code>`, { ...place, excludeH1: !place.excludeH1 }, place.excludeH1);
  return html`<div class="head">
<a class="editor" href="${editor}">Open in the editor</a>
<h2 dir="auto">${article?.title ?? row.title ?? row.path}</h2>
<p>${describeWhen(row, isHeld, now)}</p>
${facts}</div>
<div class="tabs">${tabs}${h1}</div>
`;
}

/** A link that chooses something, underlined where that is chosen. */
export function toTab(name: SafeHtml | string, place: PageQuery, isChosen: boolean): SafeHtml {
  return html`<a href="${toPageAddress(place)}"${isChosen ? html` aria-current="true"` : null}>${name}</a> `;
}

function describeWhen(row: FileRow, isHeld: boolean, now: number): SafeHtml {
  const state = toFileState(row, now);
  const date = row.publishAt === null ? '' : toDate(row.publishAt);
  const problems = row.errors + row.warnings;
  const words = {
    published: `since ${date}${isHeld ? '; the API has it as it was before the errors' : ''}`,
    scheduled: `goes live on ${date}`,
    hidden: 'not in the API; shown as it would look there',
    // With a reason, readers have what it was.
    invalid: `${row.reason === null ? 'not in the API because of its errors; ' : ''}shown as far as possible`,
  }[state];
  const count = problems > 0 ? ` · ${toCounted(problems, 'problem')}` : '';
  return html`<span class="${state}"><span class="state">${describeState(row, now)}</span></span> ${words}${count}`;
}

/**
 * An article as the page of a website might show it. Links to its own places and to other articles stay in the window,
 * all others open a new one. `here` is the address before all places of pages.
 */
export function renderedView({ article, body, isTitled, notes }: ShownArticle, here: string): SafeHtml {
  const { title, excerpt, header_image_url: image } = article;
  const text = body
    .replace(/<a ((?:[^"<>]|"[^"]*")*?)href="([^"]*)"/g, (link, before: string, address: string) =>
      address.startsWith('#') || address.startsWith(`${here}?`)
        ? link
        : `<a target="_blank" ${before}href="${address}"`,
    )
    // The policy of the page stops all that HTML of authors may do, but not this.
    .replace(/<meta(?=[\s/>])/gi, '<wbr');
  return html`<article dir="auto">${notes === null ? null : html`<div dir="ltr">${notes}</div>`}
${image === null ? null : html`<img class="galley-image" src="${image}" alt="">\n`}${
  isTitled ? null : html`<h1 dir="auto">${title}</h1>\n`
}${excerpt === '' ? null : html`<p class="galley-excerpt" dir="auto">${excerpt}</p>\n`}
${safeHtml(text)}</article>
`;
}

/** The JSON with a line for each key, or the Markdown: as text. */
export function textView(article: Article, place: PageQuery): SafeHtml {
  if (place.view === 'markdown') return html`<pre class="text" dir="auto">${article.markdown}</pre>`;
  const members = Object.entries(article).map(
    ([key, value], i) => html`${i === 0 ? '' : ',\n'}  <i>${JSON.stringify(key)}</i>: ${JSON.stringify(value)}`,
  );
  const { file, excludeH1 } = place;
  const query = `${new URLSearchParams({ file, exclude_h1: `${excludeH1}` })}`;
  return html`<pre class="text">{\n${members}\n}</pre>
<p><a href="${devPath}json?${query}">As the API sends it</a></p>`;
}
