import type { ShownProblem, ShownProblems } from '../protocol.ts';
import { byId, count, element, within } from './dom.ts';

/** The problems of the last build, laid over the page. */
export interface Problems {
  /** Sets the counts after a build. New errors open the panel; it closes once they are fixed. */
  update(errors: number, warnings: number, file: string): void;
  toggle(): void;
  /** Whether it was open. */
  close(): boolean;
}

export function createProblems(onChoose: (path: string) => void, currentFile: () => string): Problems {
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

  function update(errors: number, warnings: number, file: string): void {
    counts = { errors, warnings };
    const words = [
      ...(errors > 0 ? [count(errors, 'error')] : []),
      ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ];
    button.textContent = words.join(', ');
    button.hidden = words.length === 0;
    button.classList.toggle('error', errors > 0);
    if (words.length === 0 || (errors === 0 && openedItself)) close();
    if (errors === 0) known = '';
    if (errors > 0 || !panel.hidden) void load(file);
  }

  async function load(file: string): Promise<void> {
    const turn = ++asked;
    const response = await fetch(`problems?${new URLSearchParams({ file })}`);
    if (turn !== asked || !response.ok) return;
    const shown = (await response.json()) as ShownProblems;
    if (turn !== asked) return;
    draw(shown);
    const errors = JSON.stringify(
      shown.problems
        .filter(({ severity }) => severity === 'error')
        .map(toFault)
        .sort(),
    );
    if (counts.errors === 0 || errors === known) return;
    known = errors;
    if (panel.hidden) openedItself = true;
    open();
  }

  function draw({ total, problems }: ShownProblems): void {
    const items = problems.map((problem) => element('li', { class: problem.severity }, toItem(problem, onChoose)));
    const places = (): HTMLElement[] => [...panel.querySelectorAll<HTMLElement>('.place')];
    const focused = places().indexOf(document.activeElement as HTMLElement);
    within(panel, 'ol').replaceChildren(...items);
    if (focused >= 0) (places()[focused] ?? panel).focus({ preventScroll: true });
    const more = total - problems.length;
    byId('problems-title').textContent =
      more > 0 ? `Problems: ${problems.length} of ${total.toLocaleString('en')}` : 'Problems';
    byId('problems-more').textContent =
      more > 0 ? `and ${more.toLocaleString('en')} more; the terminal has them all.` : '';
  }

  function open(): void {
    panel.hidden = false;
    button.setAttribute('aria-expanded', 'true');
  }

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
    void load(currentFile());
  }
}

/** Identifies an error when it has moved to another line. */
function toFault({ path, code, found }: ShownProblem): string {
  return `${path} ${code} ${found}`;
}

function toPlace({ path, line, column }: ShownProblem): string {
  return `${path}:${line}:${column}`;
}

function toItem(problem: ShownProblem, onChoose: (path: string) => void): DocumentFragment {
  const { code, severity, found, expected, fix, source, from, column, path, editor, guide } = problem;
  const place = element('button', { type: 'button', class: 'place' }, toPlace(problem));
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
  const facts = Object.entries({ found, expected, fix });
  item.append(
    element(
      'dl',
      {},
      ...facts.map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', {}, ...withCode(text)))),
    ),
  );
  return item;
}

/** Shows text between backticks as code. */
function withCode(text: string): (Node | string)[] {
  return text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? element('code', {}, part) : part));
}
