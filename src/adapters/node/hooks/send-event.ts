import { createHmac } from 'node:crypto';

/** An event, as it is kept until it is delivered. */
export interface Event {
  id: string;
  body: string;
  /** Milliseconds since 1970. */
  created: number;
  tries: number;
}

/** A receiver must respond within this time. */
const timeoutMs = 15_000;

/** Sends events that are signed with `secret`, as Standard Webhooks has it. `now` gives milliseconds since 1970. */
export function createSender(secret: Buffer, now: () => number) {
  const requests = new Set<AbortController>();
  const disabled = new Set<string>();
  return {
    send,
    /** Whether a receiver wants no events any more: it responded with 410. */
    isDisabled: (url: string): boolean => disabled.has(url),
    abort(): void {
      for (const request of requests) request.abort();
    },
  };

  /** Why a receiver did not take an event; null where it did. */
  async function send(url: string, { id, body }: Event): Promise<string | null> {
    if (disabled.has(url)) return 'it responded with 410';
    const timestamp = Math.floor(now() / 1000);
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    // Signals of `AbortSignal.timeout` may be collected in `AbortSignal.any` before they fire.
    const request = new AbortController();
    const late = new Error(`no response within ${timeoutMs / 1000} seconds`);
    const timer = setTimeout(() => request.abort(late), timeoutMs);
    requests.add(request);
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'Content-Type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': `v1,${signature}`,
        },
        body,
        signal: request.signal,
      });
      await response.body?.cancel();
      if (response.status === 410) disabled.add(url);
      return response.ok ? null : `it responded with ${response.status}`;
    } catch (error) {
      const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
      // Where a name has several addresses, the text is empty.
      const reason = cause === undefined ? message : cause.message || `${cause.code}`;
      return reason.replace(/https?:\/\/\S+/gi, toName(url));
    } finally {
      clearTimeout(timer);
      requests.delete(request);
    }
  }
}

/** An address without what may be secret. */
export function toName(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : JSON.stringify(url.replace(/^.*@/s, '').slice(0, 40));
}
