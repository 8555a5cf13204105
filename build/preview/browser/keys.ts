import { byId } from './dom.ts';
import { type Tab, tabs } from './location.ts';

/** What keys do. */
interface Actions extends Record<'toggleH1' | 'openSaved' | 'edit' | 'toggleProblems', () => void> {
  /** Shows the file `by` rows on, but no further than the first and the last. */
  step(by: number): void;
  setTab(tab: Tab): void;
  /** Closes an open panel, else clears the filter. False where there was neither. */
  leave(isTyping: boolean): boolean;
}

/** Listens to keys in the page and in the frame of an article. Tabs have listeners of their own, for clicks too. */
export function listenToKeys(actions: Actions): (event: KeyboardEvent) => void {
  const { step, setTab, toggleH1, openSaved, edit, toggleProblems, leave } = actions;
  const dialog = byId<HTMLDialogElement>('keys');
  const filter = byId<HTMLInputElement>('filter');
  const list = byId('list');
  byId('keys-button').addEventListener('click', () => dialog.showModal());
  document.addEventListener('keydown', onKey);
  for (const [i, tab] of tabs.entries()) {
    byId(`tab-${tab}`).addEventListener('click', () => setTab(tab));
    byId(`tab-${tab}`).addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by === undefined) return;
      const next = tabs[(i + by + tabs.length) % tabs.length] ?? tab;
      setTab(next);
      byId(`tab-${next}`).focus();
      event.preventDefault();
    });
  }
  return onKey;

  function onKey(event: KeyboardEvent): void {
    // Enter may end the composition of an input method.
    if (event.isComposing) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (press(event.key, event.target)) event.preventDefault();
  }

  /** False for a key that does nothing. */
  function press(key: string, target: EventTarget | null): boolean {
    const isTyping = target === filter;
    if (key === 'Escape') return leave(isTyping);
    if (isTyping && key !== 'ArrowDown' && key !== 'Enter') return false;
    const inList = isTyping || target === list || target === document.body;
    const pressed: Record<string, () => void> = {
      j: () => step(1),
      k: () => step(-1),
      '/': () => filter.select(),
      ...Object.fromEntries(tabs.map((tab, i) => [i + 1, () => setTab(tab)])),
      h: toggleH1,
      s: openSaved,
      e: edit,
      p: toggleProblems,
      '?': () => dialog.showModal(),
      // Elsewhere these keys scroll.
      ...(inList && {
        ArrowDown: () => step(1),
        ArrowUp: () => step(-1),
        Home: () => step(Number.NEGATIVE_INFINITY),
        End: () => step(Number.POSITIVE_INFINITY),
      }),
      ...(isTyping && { Enter: () => step(1) }),
    };
    const action = Object.hasOwn(pressed, key) ? pressed[key] : undefined;
    action?.();
    if (action !== undefined && isTyping) list.focus();
    return action !== undefined;
  }
}
