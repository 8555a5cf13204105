import type { Update } from '../protocol.ts';

/**
 * Listens to what the server sends, while the page is seen, and connects anew where that fails: a browser has six connections to a
 * host, for all of its tabs.
 */
export function listenToUpdates(onUpdate: (update: Update) => void, onLost: () => void): void {
  let events: EventSource | null = null;
  document.addEventListener('visibilitychange', listen);
  listen();

  function listen(): void {
    events?.close();
    if (document.hidden) return;
    const source = new EventSource('events');
    events = source;
    source.onmessage = ({ data }) => onUpdate(JSON.parse(data));
    source.onerror = () => {
      onLost();
      // A browser does not connect again by itself after a refusal.
      if (source.readyState !== EventSource.CLOSED) return;
      setTimeout(listen, 1000);
    };
  }
}
