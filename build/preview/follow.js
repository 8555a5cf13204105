// Loads the page again after a build, at the file that was saved, and keeps how far page and list are scrolled.
const { query, next } = /** @type {HTMLElement} */ (document.currentScript).dataset;
const note = /** @type {HTMLElement} */ (document.querySelector('[role=status]'));
const list = /** @type {HTMLElement} */ (document.querySelector('nav'));
const listName = `list ${list.dataset.list}`;

/** How far the page was scrolled before it loaded itself again. */
const kept = sessionStorage.getItem('top');
sessionStorage.removeItem('top');
list.scrollTop = Number(sessionStorage.getItem(listName));
if (sessionStorage.getItem('shown') !== location.search) {
  list.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
}
sessionStorage.setItem('shown', location.search);
if (kept !== null) addEventListener('load', () => scrollTo(0, Number(kept)));
let isReloading = false;
addEventListener('pagehide', () => {
  sessionStorage.setItem(listName, `${list.scrollTop}`);
  // Else the browser would scroll to where it was, after this.
  history.scrollRestoration = isReloading ? 'manual' : 'auto';
});
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

/** @type {EventSource | undefined} */
let events;

/** Listens while the page is seen: a browser has six connections to a host, for all of its tabs. */
function listen() {
  events?.close();
  if (document.hidden) return;
  const source = new EventSource(`events?${query}`);
  events = source;
  source.onopen = () => {
    note.textContent = 'Follows what you save';
  };
  source.onmessage = ({ data }) => {
    // Nobody loses what they are typing.
    const field = document.activeElement?.closest('input');
    if (field) field.addEventListener('blur', () => load(JSON.parse(data)));
    else load(JSON.parse(data));
  };
  source.onerror = () => {
    note.textContent = 'galley dev does not respond. This page continues when it runs again.';
    document.body.classList.add('away');
    // A browser does not connect again by itself after a refusal.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  };
}

/** Shows a file; '' for none. */
function load(/** @type {string} */ file) {
  const place = new URLSearchParams(location.search);
  if ((place.get('file') ?? '') !== file) {
    place.set('file', file);
    place.delete('page');
    location.search = `${place}`;
    return;
  }
  // A save may make the article shorter for a moment, and the next may come before the page is loaded.
  const isAtEnd = scrollY + innerHeight > document.documentElement.scrollHeight - 2;
  const least = isAtEnd || document.readyState !== 'complete' ? Number(kept) : 0;
  sessionStorage.setItem('top', `${Math.max(scrollY, least)}`);
  isReloading = true;
  location.reload();
}

document.addEventListener('visibilitychange', listen);
listen();
// When the next article is published.
if (next) setTimeout(() => location.reload(), Math.min(Math.max(Number(next) - Date.now(), 0) + 50, 2 ** 31 - 1));
