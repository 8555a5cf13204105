import type { FileRow } from '../protocol.ts';
import { byId, element, toProblemCount } from './dom.ts';
import { describe, toDate, toFileState } from './files.ts';
import { type StateFilter, stateFilters, type ViewState } from './location.ts';

/** Rows created beyond the view, on either side. */
const margin = 8;

/** The list of files. Only rows in view are created, so that there may be ten thousand. */
export function createList(onSelect: (path: string) => void, onScroll: () => void) {
  const list = byId('list');
  const inner = byId('rows');
  let rows: readonly FileRow[] = [];
  let selected = '';
  /** Pixels; read from the style, since a row grows with its text. */
  let height = 0;
  list.addEventListener('scroll', () => {
    draw();
    onScroll();
  });
  new ResizeObserver(() => {
    height = 0;
    draw();
  }).observe(list);
  list.addEventListener('click', ({ target }) => {
    const path = target instanceof Element ? target.closest('[data-path]')?.getAttribute('data-path') : null;
    if (path) onSelect(path);
  });
  return {
    show,
    select,
    at,
    get length() {
      return rows.length;
    },
    get top() {
      return list.scrollTop;
    },
    scrollTo: (top: number) => {
      list.scrollTop = top;
      draw();
    },
  };

  /** Shows these rows; what is in view stays in view. */
  function show(next: readonly FileRow[]): void {
    const first = rows[Math.floor(list.scrollTop / rowHeight())]?.path;
    const offset = list.scrollTop % rowHeight();
    const wasAtTop = list.scrollTop === 0;
    rows = next;
    inner.style.height = `${rows.length * rowHeight()}px`;
    const now = wasAtTop ? -1 : rows.findIndex(({ path }) => path === first);
    if (now >= 0) list.scrollTop = now * rowHeight() + offset;
    draw();
  }

  /** Marks the row of a file, and scrolls to it where asked to. */
  function select(path: string, reveal: boolean): void {
    selected = path;
    const i = rows.findIndex((row) => row.path === path);
    if (reveal && i >= 0) {
      const top = i * rowHeight();
      const bottom = top + rowHeight() - list.clientHeight;
      if (list.scrollTop > top) list.scrollTop = top;
      else if (list.scrollTop < bottom) list.scrollTop = bottom;
    }
    draw();
  }

  /** The path of the file `step` rows after the marked one; null where the list is empty. */
  function at(step: number): string | null {
    const i = rows.findIndex(({ path }) => path === selected);
    const next = i < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(i + step, 0), rows.length - 1);
    return rows[next]?.path ?? null;
  }

  function draw(): void {
    const from = Math.max(0, Math.floor(list.scrollTop / rowHeight()) - margin);
    const to = Math.min(rows.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight()) + margin);
    inner.style.paddingTop = `${from * rowHeight()}px`;
    inner.replaceChildren(...rows.slice(from, to).map((row, i) => toOption(row, from + i)));
    const active = rows.findIndex(({ path }) => path === selected);
    if (active >= from && active < to) list.setAttribute('aria-activedescendant', `row-${active}`);
    else list.removeAttribute('aria-activedescendant');
  }

  function rowHeight(): number {
    height ||= Number.parseFloat(getComputedStyle(list).getPropertyValue('--row')) * rem();
    return height;
  }

  function toOption(row: FileRow, i: number): HTMLElement {
    const { path, title, publishAt, errors, warnings } = row;
    const date = publishAt === null ? [] : [element('span', { class: 'date' }, toDate(publishAt))];
    const words = toProblemCount(errors, warnings);
    const badge = words === '' ? [] : [element('span', { class: errors > 0 ? 'badge error' : 'badge' }, words)];
    return element(
      'div',
      {
        role: 'option',
        id: `row-${i}`,
        class: `row ${toFileState(row)}`,
        'data-path': path,
        'aria-selected': String(path === selected),
        'aria-setsize': String(rows.length),
        'aria-posinset': String(i + 1),
      },
      element('span', { class: 'name' }, title ?? path),
      ...badge,
      element(
        'span',
        { class: 'about' },
        element('span', { class: 'state' }, describe(row)),
        ...date,
        element('span', { class: 'path' }, path),
      ),
    );
  }
}

function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

const names: Record<StateFilter, string> = {
  all: 'All',
  published: 'Published',
  scheduled: 'Scheduled',
  hidden: 'Hidden',
  problem: 'With problem',
};

/** The filters of the list: the search field with its hits, and the states with their counts. */
export function createFilters(onChange: (change: Partial<ViewState>) => void) {
  const field = byId<HTMLInputElement>('filter');
  field.addEventListener('input', () => onChange({ query: field.value }));
  for (const state of stateFilters) {
    const input = element('input', { type: 'radio', name: 'state', id: `state-${state}` });
    input.addEventListener('change', () => onChange({ state }));
    byId('states').append(
      element('label', {}, input, element('span', {}, names[state], ' ', element('b', { id: `count-${state}` }))),
    );
  }
  return {
    show({ query, state }: Pick<ViewState, 'query' | 'state'>): void {
      field.value = query;
      byId<HTMLInputElement>(`state-${state}`).checked = true;
    },
    /** `hits` are the files of the chosen state that fit the query. */
    count(counts: Record<StateFilter, number>, hits: number, { query, state: chosen }: ViewState): void {
      const all = counts[chosen].toLocaleString('en');
      byId('hits').textContent = query.trim() === '' ? '' : `${hits.toLocaleString('en')} of ${all}`;
      for (const state of stateFilters) byId(`count-${state}`).textContent = counts[state].toLocaleString('en');
    },
  };
}
