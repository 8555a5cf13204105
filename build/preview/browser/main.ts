import type { Update } from '../protocol.ts';
import { createArticleView } from './article.ts';
import { byId } from './dom.ts';
import { createFiles } from './files.ts';
import { createFrame } from './frame.ts';
import { listenToKeys } from './keys.ts';
import { createFilters, createList } from './list.ts';
import { readAnchor, readPlace, readScrolled, type Tab, type ViewState, writePlace } from './location.ts';
import { createProblems } from './problems.ts';
import { createSaved } from './saved.ts';

const narrow = matchMedia('(max-width: 48rem)');
const files = createFiles();
const list = createList((path) => choose(path), remember);
const filters = createFilters((change) => {
  go(change);
  list.scrollTo(0);
  draw();
});
const onKey = listenToKeys({
  step,
  setTab,
  toggleH1,
  openSaved,
  edit: () => byId('edit').click(),
  toggleProblems: () => problems.toggle(),
  leave,
});
const frame = createFrame(onKey, remember);
const article = createArticleView(frame, remember);
const problems = createProblems(choose, () => place.file);
const saved = createSaved(choose);

const start: ViewState = { file: '', tab: 'rendered', excludeH1: false, query: '', state: 'all' };
let place = readPlace(location.hash, start);
const server = { site: '', edit: '', errors: 0 };
let version: string | null = null;
let stopsAtErrors = false;
let build = 0;
let isDrawn = false;
let publishTimer = 0;
let rememberTimer = 0;

/** Where a reload finds the scroll positions. */
const restored = readScrolled(history.state);
history.scrollRestoration = 'manual';
article.startAt(place.file, restored, readAnchor(location.hash));

filters.show(place);
// Of a file, nothing is known before the first message.
if (place.file === '') show();
listenToUpdates();

/**
 * Listens to what the server sends, while the page is seen, and connects again where that fails: a browser has six
 * connections to a host, for all of its tabs.
 */
function listenToUpdates(): void {
  let events: EventSource | null = null;
  document.addEventListener('visibilitychange', listen);
  listen();

  function listen(): void {
    events?.close();
    if (document.hidden) return;
    const source = new EventSource('events');
    events = source;
    source.onmessage = ({ data }) => receive(JSON.parse(data));
    source.onerror = () => {
      saved.say('galley dev does not respond. This page continues when it runs again.');
      document.body.classList.add('away');
      // A browser does not connect again by itself after a refusal.
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
    };
  }
}

function receive(update: Update): void {
  // Another version of Galley may have another page.
  if (update.begin !== null && version !== null && update.begin.version !== version) location.reload();
  if (update.begin !== null) ({ site: server.site, edit: server.edit, version, stopsAtErrors } = update.begin);
  server.errors = stopsAtErrors ? update.errors : 0;
  const isNew = update.begin !== null || update.build !== build;
  const isSave = update.begin === null && update.build !== build;
  build = update.build;
  files.receive(update);
  document.body.classList.toggle('away', update.failure !== null);
  byId('failure').hidden = update.failure === null;
  byId('failure').textContent = update.failure && `Not built: ${update.failure}`;
  const [path] = update.saved;
  if (isSave && place.file === '' && !narrow.matches && update.rows.length === 1 && path) go({ file: path });
  draw();
  if (update.failure !== null) saved.say('Waiting until this is fixed');
  if (!isNew) return;
  if (update.build === 0) saved.say('The first build is running.');
  else saved.name(update.saved);
  problems.update(update.errors, update.warnings, place.file);
  show();
}

/** Draws the list once for all updates before the next frame. */
function draw(): void {
  if (isDrawn) return;
  isDrawn = true;
  requestAnimationFrame(() => {
    isDrawn = false;
    list.show(files.select(place.query, place.state));
    list.select(place.file, false);
    if (version !== null && restored.list > 0) {
      list.scrollTo(restored.list);
      restored.list = 0;
    }
    const counts = files.counts();
    const { all } = counts;
    const none = all > 0 ? 'No file matches.' : 'There is no Markdown file in the content folder yet.';
    byId('none').textContent = build > 0 && list.length === 0 ? none : '';
    filters.count(counts, list.length, place);
    waitForNext();
  });
}

/** Redraws the list when a scheduled article is published. */
function waitForNext(): void {
  clearTimeout(publishTimer);
  const next = files.nextPublished();
  if (next === null) return;
  const wait = Math.min(Math.max(next * 1000 - Date.now(), 0) + 50, 3_600_000);
  publishTimer = setTimeout(() => {
    draw();
    show();
  }, wait);
}

function show(): void {
  saved.mark(place.file);
  void article.show(place, files.get(place.file), server);
}

function go(change: Partial<ViewState>): void {
  const isInto = narrow.matches && place.file === '' && change.file;
  // On a narrow screen the article replaces the list, and going back returns to the list.
  if (isInto) {
    write();
    history.pushState(null, '', writePlace({ ...place, ...change }));
  }
  place = { ...place, ...change };
  remember();
}

/** Waits between changes: browsers refuse more than a hundred in half a minute. */
function remember(): void {
  clearTimeout(rememberTimer);
  rememberTimer = setTimeout(write, 300);
}

function write(): void {
  clearTimeout(rememberTimer);
  history.replaceState({ list: list.top, ...article.tops }, '', writePlace(place));
}

function choose(path: string): void {
  if (path === place.file) return;
  go({ file: path });
  list.select(path, true);
  show();
}

function setTab(tab: Tab): void {
  go({ tab });
  show();
}

function step(by: number): void {
  const path = list.at(by);
  if (path !== null) choose(path);
}

function openSaved(): void {
  const path = saved.next(place.file);
  if (path !== null) choose(path);
}

function toggleH1(): void {
  go({ excludeH1: !place.excludeH1 });
  show();
}

function leave(isTyping: boolean): boolean {
  if (problems.close()) return true;
  if (place.query === '' && !isTyping) return false;
  byId('list').focus();
  go({ query: '' });
  filters.show(place);
  draw();
  return true;
}

byId('exclude-h1').addEventListener('click', toggleH1);
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  byId('article').focus();
});
byId('back').addEventListener('click', () => {
  go({ file: '' });
  list.select('', false);
  show();
});
addEventListener('popstate', ({ state }) => {
  clearTimeout(rememberTimer);
  place = readPlace(location.hash, { ...place, file: '' });
  article.startAt(place.file, readScrolled(state), readAnchor(location.hash));
  filters.show(place);
  draw();
  list.select(place.file, true);
  show();
});
