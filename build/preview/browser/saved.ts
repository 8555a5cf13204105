import { byId, element } from './dom.ts';

/** Files that are named. */
const maxFiles = 2;

/** The status at the top of the page: the files that were saved last, each a button that shows it. */
export function createSaved(onChoose: (path: string) => void) {
  const status = byId('status');
  let paths: readonly string[] = [];
  return { name, say, mark, next };

  /** Names the files, the newest first. */
  function name(saved: readonly string[]): void {
    if (saved.length === 0) {
      say('Follows what you save');
      return;
    }
    const focused = document.activeElement?.textContent;
    const hadFocus = status.contains(document.activeElement);
    paths = saved;
    const buttons = paths.slice(0, maxFiles).map(toButton);
    const listed = buttons.flatMap((button, i) => (i === 0 ? [button] : [', ', button]));
    status.replaceChildren('Saved: ', ...listed);
    if (hadFocus) (buttons.find(({ textContent }) => textContent === focused) ?? buttons[0])?.focus();
  }

  /** Shows a sentence instead. */
  function say(text: string): void {
    paths = [];
    status.textContent = text;
    mark('');
  }

  /** Marks the file that is shown, which needs no opening. */
  function mark(file: string): void {
    for (const button of status.querySelectorAll('button')) {
      if (button.textContent === file) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    // On a narrow screen the status takes a line of its own where it leads somewhere.
    document.body.classList.toggle('saved', next(file) !== null);
  }

  /** The newest that is not the shown one; null where there is none. */
  function next(file: string): string | null {
    return paths.find((path) => path !== file) ?? null;
  }

  function toButton(path: string): HTMLElement {
    const button = element('button', { type: 'button', title: 'Show this file (s)' }, path);
    button.addEventListener('click', () => onChoose(path));
    return button;
  }
}
