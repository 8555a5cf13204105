import type { Article } from '../../../src/core/article.ts';
import type { FileRow } from '../protocol.ts';
import { byId, element, toCounted, within } from './dom.ts';
import { describe, toDate, toFileState } from './files.ts';
import type { Frame } from './frame.ts';
import { type Scrolled, type Tab, tabs, type ViewState } from './location.ts';

/** What the server reported of a build. */
export interface PreviewState {
  site: string;
  /** Opens a file in the editor, once its path is in the place of `{file}`. */
  edit: string;
  /** Those that keep what readers get as it was. */
  errors: number;
}

/** The views beside the frame. The browser knows their scroll position only while they are visible. */
const texts = ['json', 'markdown'] as const;

/** Shows one file: what readers would get, and the facts. */
export function createArticleView(frame: Frame, onScroll: () => void) {
  let asked = 0;
  let last: Article | null = null;
  let lastFile = '';
  let tops = { json: 0, markdown: 0 };
  let start = { file: '', tops };
  for (const name of texts) {
    byId(`panel-${name}`).addEventListener('scroll', () => {
      // Keeps the scroll position while the file cannot be shown.
      if (last !== null) tops[name] = byId(`panel-${name}`).scrollTop;
      onScroll();
    });
  }
  return {
    show,
    /** How far each view is scrolled. */
    get tops(): Record<Tab, number> {
      return { rendered: frame.top, ...tops };
    },
    /** Sets how far the views of the next file are scrolled, and the id to scroll to. */
    startAt(file: string, { rendered, json, markdown }: Scrolled, anchor: string): void {
      start = { file, tops: { json, markdown } };
      frame.startAt(file, rendered, anchor);
    },
  };

  /** Fetches it again, and redraws only where it changed. */
  async function show(place: ViewState, row: FileRow | null, server: PreviewState): Promise<void> {
    const turn = ++asked;
    const { file, excludeH1 } = place;
    byId('empty').hidden = file !== '';
    byId('shown').hidden = file === '';
    document.body.classList.toggle('reading', file !== '');
    if (file !== lastFile) {
      last = null;
      tops = file === start.file ? start.tops : { json: 0, markdown: 0 };
      start = { file: '', tops };
    }
    lastFile = file;
    showTab(place);
    scrollTexts();
    showHead(file, row, server, last);
    if (file === '') return frame.clear();
    const query = new URLSearchParams({ file, exclude_h1: String(excludeH1) });
    try {
      const [json, html] = await Promise.all([fetch(`json?${query}`), fetch(`article?${query}`)]);
      const [text, page] = await Promise.all([json.text(), html.text()]);
      if (turn !== asked) return;
      if (!json.ok || !html.ok) showError(json.ok ? page : text, query);
      else {
        byId('unshown').hidden = true;
        last = JSON.parse(text) as Article;
        showTexts(last, query);
        scrollTexts();
        frame.show(`article?${query}`, page, file);
      }
      showHead(file, row, server, last);
    } catch {
      // The server is gone, which the status says. The view stays, unless another file is chosen.
      if (turn === asked && last === null) showError('galley dev does not respond, so this cannot be shown.', query);
    }
  }

  function showError(reason: string, query: URLSearchParams): void {
    byId('unshown').hidden = false;
    byId('unshown').textContent = reason;
    frame.clear();
    last = null;
    showTexts(null, query);
  }

  function scrollTexts(): void {
    if (last !== null) for (const name of texts) byId(`panel-${name}`).scrollTop = tops[name];
  }
}

function showTab({ tab, excludeH1 }: ViewState): void {
  for (const name of tabs) {
    const button = byId(`tab-${name}`);
    button.setAttribute('aria-selected', String(name === tab));
    button.tabIndex = name === tab ? 0 : -1;
    byId(`panel-${name}`).hidden = name !== tab;
    // The frame takes the focus itself.
    if (name !== 'rendered') byId(`panel-${name}`).tabIndex = 0;
  }
  byId('exclude-h1').setAttribute('aria-checked', String(excludeH1));
}

/** The JSON with a line for each key, and the Markdown: as text. */
function showTexts(article: Article | null, query: URLSearchParams): void {
  const lines = Object.entries(article ?? {}).flatMap(([key, value], i, all) => [
    '  ',
    element('span', { class: 'key' }, JSON.stringify(key)),
    `: ${JSON.stringify(value)}${i === all.length - 1 ? '' : ','}\n`,
  ]);
  within(byId('panel-json'), 'pre').replaceChildren(...(article === null ? [] : ['{\n', ...lines, '}']));
  within(byId('panel-json'), 'a').setAttribute('href', `json?${query}`);
  within(byId('panel-markdown'), 'pre').textContent = article?.markdown ?? '';
}

function showHead(
  file: string,
  row: FileRow | null,
  { site, edit, errors }: PreviewState,
  article: Article | null,
): void {
  const title = article?.title ?? row?.title ?? file;
  byId('title').textContent = title;
  document.title = file === '' ? 'Galley dev' : `${title} · Galley dev`;
  const path = file.split('/').map(encodeURIComponent).join('/');
  byId('edit').setAttribute(
    'href',
    edit.replaceAll('{file}', () => path),
  );
  byId('when').replaceChildren(...describeWhen(row, errors));
  const slug = article?.slug ?? row?.slug;
  const isServed = row?.kind === 'article';
  const facts: Record<string, string | undefined> = {
    file,
    id: article?.id.toString(),
    slug: slug ?? undefined,
    publish_at:
      row?.publishAt == null && row !== null && article
        ? 'cannot be read, so the article is shown as if published now'
        : article?.publish_at,
    updated_at: article?.updated_at ?? undefined,
    aliases: row?.aliases.join(', ') || undefined,
    address: isServed && slug ? `${site}/api/v1/articles/${encodeURIComponent(slug)}` : undefined,
  };
  const items = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [element('div', {}, element('dt', {}, name), element('dd', {}, value))],
  );
  within(byId('facts'), 'dl').replaceChildren(...items);
}

function describeWhen(row: FileRow | null, errors: number): (Node | string)[] {
  if (row === null) return ['This file is not there any more.'];
  const state = toFileState(row);
  const date = row.publishAt === null ? '' : toDate(row.publishAt);
  const problems = row.errors + row.warnings;
  const words = {
    published: `since ${date}${errors > 0 ? '; the API has it as it was before the errors' : ''}`,
    scheduled: `goes live on ${date}, ${row.publishAt === null ? '' : fromNow(row.publishAt)}`,
    hidden: 'not in the API; shown as it would look there',
    // With a reason, readers have what it was.
    invalid: `${row.reason === null ? 'not in the API because of its errors; ' : ''}shown as far as possible`,
  }[state];
  return [
    element('span', { class: `mark ${state}` }, describe(row)),
    ` ${words}`,
    ...(problems > 0 ? [` · ${toCounted(problems, 'problem')}`] : []),
  ];
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

function fromNow(seconds: number): string {
  const left = seconds - Date.now() / 1000;
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  const [unit, length] = units.find(([, length]) => Math.abs(left) >= length) ?? ['second', 1];
  return relative.format(Math.ceil(left / length), unit);
}
