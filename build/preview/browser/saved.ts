import { byId, element } from './dom.ts';

/** The status at the top of the page: the files that were saved last, each a button that shows it. */
export interface Saved {
  /** Names the files, the newest first. */
  tell(paths: readonly string[]): void;
  /** Shows a sentence in their place. */
  say(text: string): void;
  /** Marks the file that is shown, which needs no opening. */
  mark(file: string): void;
  /** The newest that is not the shown one; null where there is none. */
  next(file: string): string | null;
}

/** Files that are named. */
const most = 2;

export function createSaved(onChoose: (path: string) => void): Saved {
  const status = byId('status');
  let paths: readonly string[] = [];
  return { tell, say, mark, next };

  function tell(saved: readonly string[]): void {
    if (saved.length === 0) {
      say('Follows what you save');
      return;
    }
    const focused = document.activeElement?.textContent;
    const hadFocus = status.contains(document.activeElement);
    paths = saved;
    const buttons = paths.slice(0, most).map(toButton);
    const listed = buttons.flatMap((button, i) => (i === 0 ? [button] : [', ', button]));
    status.replaceChildren('Saved: ', ...listed);
    if (hadFocus) (buttons.find(({ textContent }) => textContent === focused) ?? buttons[0])?.focus();
  }

  function say(text: string): void {
    paths = [];
    status.textContent = text;
    mark('');
  }

  function mark(file: string): void {
    for (const button of status.querySelectorAll('button')) {
      if (button.textContent === file) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    // On a narrow screen the status takes a line of its own where it leads somewhere.
    document.body.classList.toggle('saved', next(file) !== null);
  }

  function next(file: string): string | null {
    return paths.find((path) => path !== file) ?? null;
  }

  function toButton(path: string): HTMLElement {
    const button = element('button', { type: 'button', title: 'Show this file (s)' }, path);
    button.addEventListener('click', () => onChoose(path));
    return button;
  }
}
