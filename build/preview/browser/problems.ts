import type { ShownProblem, ShownProblems } from '../protocol.ts';
import { byId, element, toProblemCount, withCode, within } from './dom.ts';

/** The problems of the last build, in a panel over the page. */
export function createProblems(onChoose: (path: string) => void, currentFile: () => string) {
  const panel = byId('problems');
  const button = byId('problems-button');
  let counts = { errors: 0, warnings: 0 };
  /** Errors that have opened the panel already. */
  let known = '';
  let openedItself = false;
  /** The element that had the focus before it was opened. */
  let opener: Element | null = null;
  let asked = 0;
  button.addEventListener('click', toggle);
  byId('problems-close').addEventListener('click', close);
  return { update, toggle, close };

  /** Sets the counts after a build. New errors open the panel; it closes once they are fixed. */
  function update(errors: number, warnings: number, file: string): void {
    counts = { errors, warnings };
    const words = toProblemCount(errors, warnings);
    button.textContent = words;
    button.hidden = words === '';
    button.classList.toggle('error', errors > 0);
    if (words === '' || (errors === 0 && openedItself)) close();
    if (errors === 0) known = '';
    if (errors > 0 || !panel.hidden) void load(file, true);
  }

  async function load(file: string, isSave: boolean): Promise<void> {
    const turn = ++asked;
    const response = await fetch(`problems?${new URLSearchParams({ file })}`);
    if (turn !== asked || !response.ok) return;
    const shown = (await response.json()) as ShownProblems;
    if (turn !== asked) return;
    const fresh = isSave ? shown.problems.filter(({ isFresh }) => isFresh) : [];
    draw(shown, fresh.length > 0 ? fresh : shown.problems);
    // An error that has moved to another line is the same.
    const errors = JSON.stringify(
      shown.problems
        .flatMap(({ severity, path, code, found }) => (severity === 'error' ? [`${path} ${code} ${found}`] : []))
        .sort(),
    );
    if (isSave) panel.scrollTop = 0;
    if (counts.errors === 0 || errors === known) return;
    known = errors;
    if (panel.hidden) openedItself = true;
    open();
  }

  /** Draws some of the problems, and a button that draws all. */
  function draw(all: ShownProblems, problems: readonly ShownProblem[]): void {
    const items = problems.map((problem) => element('li', { class: problem.severity }, toItem(problem, onChoose)));
    const places = (): HTMLElement[] => [...panel.querySelectorAll<HTMLElement>('.place')];
    const focused = places().find((place) => place === document.activeElement)?.textContent;
    within(panel, 'ol').replaceChildren(...items);
    const same = places().find(({ textContent }) => textContent === focused);
    if (focused !== undefined) (same ?? panel).focus({ preventScroll: true });
    const more = all.total - problems.length;
    byId('problems-title').textContent =
      more > 0 ? `Problems: ${problems.length} of ${all.total.toLocaleString('en')}` : 'Problems';
    byId('problems-more').textContent = more > 0 ? `and ${more.toLocaleString('en')} more` : '';
    if (problems.length === all.problems.length) return;
    const button = element('button', { type: 'button' }, 'Show all');
    button.addEventListener('click', () => draw(all, all.problems));
    byId('problems-more').append(', as before this save. ', button);
  }

  function open(): void {
    panel.hidden = false;
    panel.scrollTop = 0;
    button.setAttribute('aria-expanded', 'true');
  }

  /** True where it was open. */
  function close(): boolean {
    const wasOpen = !panel.hidden;
    const hadFocus = panel.contains(document.activeElement);
    panel.hidden = true;
    if (hadFocus) (opener instanceof HTMLElement && opener.isConnected ? opener : button).focus();
    opener = null;
    openedItself = false;
    button.setAttribute('aria-expanded', 'false');
    return wasOpen;
  }

  function toggle(): void {
    if (close() || counts.errors + counts.warnings === 0) return;
    opener = document.activeElement;
    open();
    panel.focus();
    void load(currentFile(), false);
  }
}

function toItem(problem: ShownProblem, onChoose: (path: string) => void): DocumentFragment {
  const { code, severity, found, expected, fix, source, from, line, column, path, editor, guide } = problem;
  const place = element('button', { type: 'button', class: 'place' }, `${path}:${line}:${column}`);
  place.addEventListener('click', () => onChoose(path));
  const item = document.createDocumentFragment();
  item.append(
    element('p', { class: 'what' }, place, element('span', { class: 'severity' }, severity), element('code', {}, code)),
    element(
      'p',
      { class: 'links' },
      element('a', { href: editor }, 'Open in the editor'),
      element('a', { href: guide, target: '_blank' }, 'Guide'),
    ),
  );
  if (source !== null) {
    // Tabs stay tabs, so that the caret stands under what it points at.
    const before = source.slice(0, column - from).replace(/[^\t]/g, ' ');
    item.append(
      element('pre', {}, `${source}\n`, element('span', { class: 'caret', 'aria-hidden': 'true' }, `${before}^`)),
    );
  }
  const facts = Object.entries({ found, expected, fix }).map(([name, text]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, ...withCode(text))),
  );
  item.append(element('dl', {}, ...facts));
  return item;
}
