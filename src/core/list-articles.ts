import { type Awaitable, whenReady } from './awaitable.ts';
import { composePage, toPlaces } from './compose-page.ts';
import type { ContentCoding } from './content-coding.ts';
import { type PinnedList, parseListParameters } from './parameters.ts';
import { notAcceptable, problem } from './problem.ts';
import type { Release } from './release.ts';
import type { Composed, Reply } from './reply.ts';

/**
 * `GET /articles` of the oldest `due` articles: a list, or an error that says why there is none; or its parameters where they
 * name a snapshot that this release does not hold as it was: `listSnapshot` answers that.
 */
export function listArticles(
  release: Release,
  query: string,
  due: number,
  coding: ContentCoding | null,
): Awaitable<Composed | Reply | PinnedList> {
  const parsed = parseListParameters(query);
  if (!parsed.ok) return problem(422, firstError(parsed.errors), {}, { errors: parsed.errors });
  const parameters = parsed.value;
  const { snapshot } = parameters;
  const count = snapshot?.count ?? due;
  // A snapshot of more articles than are due would reveal scheduled ones.
  if (snapshot !== null && count > due) return { ...parameters, snapshot };
  return whenReady(release.digestAt(count), (digest) => {
    if (snapshot !== null && snapshot.digest !== digest) return { ...parameters, snapshot };
    if (coding === null) return notAcceptable();
    const places = toPlaces(parameters, count);
    return whenReady(release.slices(places.oldest, places.newest), (slices) => {
      return composePage(release, parameters, { count, digest }, coding, slices);
    });
  });
}

function firstError(errors: Record<string, string[]>): string {
  const messages = Object.values(errors).flat();
  const more = messages.length - 1;
  return more === 0 ? `${messages[0]}` : `${messages[0]} (and ${more} more ${more === 1 ? 'error' : 'errors'})`;
}
