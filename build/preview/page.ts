import { toTab } from './article.ts';
import { toDocument } from './document.ts';
import { describeState, type FileRow, isInState, selectRows, sortRows, toDate, toFileState } from './file-row.ts';
import script from './follow.js?raw';
import { html, type SafeHtml, safeHtml, toProblemCount } from './html.ts';
import { type PageQuery, type StateFilter, stateFilters, toPageAddress, toParameters } from './page-query.ts';
import { devPath } from './reply.ts';

/** What every page shows beside an article. */
export interface PreviewFacts {
  place: PageQuery;
  rows: readonly FileRow[];
  /** Of this page: it is loaded again when there is another. */
  version: string;
  errors: number;
  warnings: number;
  /** Why the last build did not finish, such as a full disk or a missing folder. */
  failure: string | null;
  /** Whether a build has finished. */
  hasBuilt: boolean;
  /** Seconds since 1970-01-01T00:00:00Z. */
  now: number;
}

/** With its end tag, which the bundler would rewrite in a template with a function. */
const scriptEnd = safeHtml(`${script}</script>`);

/** Rows of the list in one page. */
const perPage = 100;

/** A page: the list of files, and `pane` beside it. */
export function toPreviewPage(facts: PreviewFacts, title: string, pane: SafeHtml): string {
  const { place, rows, version, errors, warnings, failure, now } = facts;
  const scheduled = rows.flatMap((row) => (toFileState(row, now) === 'scheduled' ? (row.publishAt ?? []) : []));
  const next = scheduled.length === 0 ? '' : Math.min(...scheduled) * 1000;
  const query = new URLSearchParams({ file: place.file, version });
  const count = toProblemCount(errors, warnings);
  const problems = toPageAddress({ ...place, view: 'problems' });
  const isReading = place.file !== '' || place.view === 'problems';
  return toDocument(
    `${title}${title === '' ? '' : ' · '}Galley dev`,
    html`<body class="app${isReading ? ' reading' : ''}${failure === null ? '' : ' away'}">
<a class="skip" href="#galley-article">Skip to the article</a>
<header>
<h1><a href="${devPath}">Galley <em>dev</em></a></h1>
<p role="status"></p>
${count === '' ? null : html`<a class="${errors > 0 ? 'count error' : 'count'}" href="${problems}">${count}</a>`}
</header>
${failure === null ? null : html`<p role="alert">Not built: ${failure}</p>`}
${toList(facts)}
<script data-query="${`${query}`}" data-next="${next}">${scriptEnd}
<main id="galley-article" tabindex="-1">
<a class="back" href="${toPageAddress({ ...place, file: '', view: 'rendered' })}">‹ All files</a>
${pane}
</main>`,
  );
}

/** The files that were chosen by words and state, a page of them: the one with the shown file, if none is asked for. */
function toList({ place, rows, hasBuilt, now }: PreviewFacts): SafeHtml {
  const found = selectRows(sortRows(rows), place, now);
  const inState = rows.filter((row) => isInState(row, place.state, now)).length;
  const index = Math.max(
    0,
    found.findIndex(({ path }) => path === place.file),
  );
  const pages = Math.max(1, Math.ceil(found.length / perPage));
  const page = Math.min(place.page ?? Math.floor(index / perPage) + 1, pages);
  const items = found.slice((page - 1) * perPage, page * perPage).map((row) => toItem(row, place, now));
  const toOther = (each: number, rel: string, text: string) =>
    each >= 1 && each <= pages
      ? html`<a rel="${rel}" href="${toPageAddress({ ...place, page: each })}">${text}</a> `
      : null;
  const others = [toOther(page - 1, 'prev', 'Previous'), toOther(page + 1, 'next', 'Next')];
  const none = rows.length > 0 ? 'No file matches.' : 'There is no Markdown file in the content folder yet.';
  const list = new URLSearchParams(toParameters({ ...place, file: '', view: 'rendered', excludeH1: false, page }));
  return html`<nav aria-label="Files" data-list="${`${list}`}">
${toSearch(place, found.length, inState)}
<p class="tabs">${stateFilters.map((state) => toState(state, rows, place, now))}</p>
<ol>
${items}</ol>
${found.length === 0 ? html`<p class="notice">${hasBuilt ? none : 'The first build is running.'}</p>` : null}
${pages === 1 ? null : html`<p>${others}Page ${page} of ${pages}</p>`}
</nav>`;
}

function toSearch(place: PageQuery, hits: number, all: number): SafeHtml {
  const others = toParameters({ ...place, query: '', page: null });
  const fields = others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const count = place.query.trim() === '' ? '' : `${hits.toLocaleString('en')} of ${all.toLocaleString('en')}`;
  return html`<form role="search" action="${devPath}">${fields}
<input type="search" name="q" value="${place.query}" aria-label="Title, file or slug"
placeholder="Title, file or slug" autocomplete="off" spellcheck="false">
<button>Search</button><span>${count}</span>
</form>`;
}

const names: Record<StateFilter, string> = {
  all: 'All',
  published: 'Published',
  scheduled: 'Scheduled',
  hidden: 'Hidden',
  problem: 'With problem',
};

function toState(state: StateFilter, rows: readonly FileRow[], place: PageQuery, now: number): SafeHtml {
  const count = rows.filter((row) => isInState(row, state, now)).length;
  const name = `${names[state]} ${count.toLocaleString('en')}`;
  return toTab(name, { ...place, state, page: null }, state === place.state);
}

function toItem(row: FileRow, place: PageQuery, now: number): SafeHtml {
  const { path, title, publishAt, errors, warnings } = row;
  const view = place.view === 'problems' ? 'rendered' : place.view;
  const count = toProblemCount(errors, warnings);
  const address = toPageAddress({ ...place, file: path, view, page: null });
  return html`<li><a class="row ${toFileState(row, now)}" href="${address}"${
    path === place.file ? html` aria-current="page"` : null
  }><span class="icon"></span><span class="name">${title ?? path}</span>${
    count === '' ? null : html` <span class="${errors > 0 ? 'count error' : 'count'}">${count}</span>`
  } <span class="about"><i class="state">${describeState(row, now)}</i> ${
    publishAt === null ? null : `${toDate(publishAt)} `
  }<code>${path}</code></span></a></li>
`;
}
