import { byId, element } from './dom.ts';

const nowhere = { file: '', top: 0, anchor: '' };

export type Frame = ReturnType<typeof createFrame>;

/** The article in a frame of its own, in which no script can run. */
export function createFrame(onKey: (event: KeyboardEvent) => void, onScroll: () => void) {
  const panel = byId('panel-rendered');
  let shown: { url: string; text: string; file: string } | null = null;
  let current: HTMLIFrameElement | null = null;
  let coming: HTMLIFrameElement | null = null;
  let start = nowhere;
  /** The wanted scroll position. A save may make the article too short for it for a moment. */
  let wanted = 0;
  return {
    show,
    clear,
    get top() {
      return topNow();
    },
    /** Sets where the next file is scrolled to: a distance, or the element with an id. */
    startAt: (file: string, top: number, anchor: string) => {
      start = { file, top, anchor };
    },
  };

  /** Shows an address, unless its text is shown already. Keeps the scroll position within the same file. */
  function show(url: string, text: string, file: string): void {
    if (shown?.url === url && shown.text === text) {
      if (coming === null) lead(file);
      return;
    }
    const isSame = shown?.file === file;
    shown = { url, text, file };
    coming?.remove();
    // The page needs the origin to read the scroll position. Nothing in the frame can use it, since no script runs.
    const next = element('iframe', {
      title: 'The article as readers get it',
      sandbox: 'allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
      class: 'coming',
    });
    coming = next;
    next.addEventListener('load', () => {
      if (coming !== next) return;
      // The browser shows an error page of its own: the server is gone.
      if (next.contentDocument === null) return clear();
      const hadFocus = current !== null && document.activeElement === current;
      coming = null;
      wanted = isSame && current !== null ? topNow() : start.file === file ? start.top : 0;
      next.contentWindow?.scrollTo(0, wanted);
      next.contentWindow?.addEventListener('keydown', onKey);
      next.contentWindow?.addEventListener('scroll', onScroll, { passive: true });
      next.classList.remove('coming');
      current?.remove();
      current = next;
      if (hadFocus) next.focus();
      lead(file);
    });
    next.src = url;
    panel.append(next);
  }

  function clear(): void {
    // Keeps the position for when the file can be shown again.
    if (shown !== null && current !== null && coming === null) start = { file: shown.file, top: topNow(), anchor: '' };
    shown = null;
    coming?.remove();
    current?.remove();
    coming = null;
    current = null;
  }

  /** A start is used once. */
  function lead(file: string): void {
    if (start.file === file) current?.contentDocument?.getElementById(start.anchor)?.scrollIntoView();
    start = nowhere;
  }

  function topNow(): number {
    const top = current?.contentWindow?.scrollY ?? 0;
    const root = current?.contentDocument?.documentElement;
    const end = root === undefined ? 0 : root.scrollHeight - root.clientHeight;
    return top < wanted && top >= end - 1 ? wanted : top;
  }
}
