import { type Awaitable, whenReady } from './awaitable.ts';
import type { Release } from './release.ts';
import type { Reply } from './reply.ts';

/** Says how long nginx may keep a response. It must check the key itself, in front of its cache. */
export interface NginxCache {
  /**
   * What `respond` gives, with `X-Accel-Expires` for a response of `release` that may be kept, a 200 or 308: seconds from now, so that
   * nginx's clock need not be this one; 0 for not at all. It ends before the next article is published: `now` began up to a second ago,
   * and nginx calls a response fresh during the whole of the last second (`valid_sec >= now`).
   */
  addFields<T extends { reply: Reply }>(
    release: Awaitable<Release | null>,
    respond: () => Awaitable<T>,
    now: number,
  ): Awaitable<T & { fields: Record<string, string> }>;
}

/** Lets nginx keep responses for at most `seconds`: whole, at least 1. */
export function nginxCache(seconds: number): NginxCache {
  return {
    addFields: (release, respond, now) =>
      whenReady(release, (before) =>
        whenReady(respond(), (found) =>
          whenReady(toFields(found.reply, before, now), (fields) => ({ ...found, fields })),
        ),
      ),
  };

  function toFields(
    { status, headers }: Reply,
    release: Release | null,
    now: number,
  ): Awaitable<Record<string, string>> {
    // Another release may have taken its place in between.
    if ((status !== 200 && status !== 308) || release === null || headers['Galley-Release'] !== release.id) return {};
    return whenReady(release.nextPublishAt(now), (next) => ({
      'X-Accel-Expires': String(Math.max(0, Math.min(seconds, next - now - 2))),
    }));
  }
}
