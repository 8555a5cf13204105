import { type Activation, type ChangeLog, type ChangeToken, lag, maxBehind, toTokenText } from './change-log.ts';
import type { ContentCoding } from './content-coding.ts';
import type { KeptReleases } from './kept-releases.ts';
import type { Newer } from './kept-search.ts';
import { changesPath, toLinkHeader } from './links.ts';
import { findKeptPage, findPage, locateArticles, toPlaces } from './list-articles.ts';
import { nameSelection } from './name-selection.ts';
import type { PageSlice } from './page-table.ts';
import { type ChangesParameters, parseChangesParameters } from './parameters.ts';
import { notAcceptable, problem, unprocessable } from './problem.ts';
import type { Release } from './release.ts';
import { type Composed, compose, type Reply } from './reply.ts';
import { at, firstIndex } from './search.ts';
import { hasPlace, isSelection, select } from './select.ts';
import { needsViews } from './view.ts';

/** What a response is made of. */
interface Context {
  release: Release;
  log: ChangeLog;
  kept: KeptReleases;
  published: number;
  coding: ContentCoding | null;
  now: number;
}

/** A page of changes. */
interface ChangesPage {
  slices: PageSlice[];
  removed: number[];
  /** Of the next page, without the address; null where this is the last. */
  next: string | null;
  /** What the client has after the last page. */
  token: ChangeToken;
}

/**
 * `GET /changes`: the articles that are new or changed since what a client has, and the ids of those that are gone; without that, all
 * articles, as a list. A release that became current meanwhile is to respond in place of this one.
 */
export async function listChanges(query: string, context: Context): Promise<Composed | Reply | Newer> {
  const parsed = parseChangesParameters(query);
  if (!parsed.ok) return unprocessable(parsed.errors);
  const parameters = parsed.value;
  const { release, log, now } = context;
  const { since, until } = parameters;
  if (since !== null && since.selection !== nameSelection(parameters))
    return unprocessable({ since: [otherSelection] });
  // The server that gave the first page had what this one may not have yet: its last page would say too much.
  const state = until === null ? [] : await log.after(until, release.id, now);
  if (until !== null && (state === 'isAhead' || until.at > now)) return behind();
  const isGone = state === null;
  const list = since === null ? listAll : listSince;
  const found = isGone ? null : await list(parameters, context);
  if (found === null) return changesGone(`${release.site}${changesPath}${parameters.given.replace('&', '?')}`);
  if ('newer' in found) return found;
  return context.coding === null ? notAcceptable() : composeChanges(release, parameters, context.coding, found);
}

/** What came with a token is a part of its selection: what others miss would be missing for ever. */
const otherSelection =
  'The since field must come with the selection of its token: the same tag, tag_any, author, section, language, ids. ' +
  'To select others, read everything without since.';

/** A page of all articles that are selected, of a moment; null where their order is not known any more. */
async function listAll(
  parameters: ChangesParameters,
  { release, log, kept, published, now }: Context,
): Promise<ChangesPage | Newer | null> {
  const { snapshot, page, view } = parameters;
  const found = await findPage(release, parameters, published);
  const of = found?.of ?? snapshot;
  if (of === null) return null;
  const token = parameters.until ?? (await tokenOf(release, log, published, now));
  const isLast = page >= toPlaces(parameters, of.count).lastPage;
  const rest = { removed: [], next: isLast ? null : `page=${page + 1}&snapshot=${of.count}-${of.digest}`, token };
  if (found !== null) return { slices: found.slices, ...rest };
  const others = await findKeptPage(kept, release, { ...parameters, snapshot: of }, now);
  if (others === null || 'newer' in others) return others;
  return { slices: await locateArticles(release, others, published, needsViews(view)), ...rest };
}

/** A page of what changed, by ascending ids; null where that is not known any more. */
async function listSince(parameters: ChangesParameters, context: Context): Promise<ChangesPage | null> {
  const { release, log, published, now } = context;
  const { since, after, perPage, view } = parameters;
  if (since === null) return null;
  const activations = await log.after(since, release.id, now);
  if (activations === null) return null;
  // A server whose clock or release is behind: what the client has comes later.
  if (activations === 'isAhead' || now < since.at) return { slices: [], removed: [], next: null, token: since };
  const token = parameters.until ?? (await tokenOf(release, log, published, now));
  const candidates = await findCandidates(since, activations, context);
  const selection = isSelection(parameters) ? await select(release, parameters) : null;
  const page: ChangesPage = { slices: [], removed: [], next: null, token };
  let count = 0;
  let last = after;
  for (let i = firstIndex(candidates.length, (n) => at(candidates, n)[0] > after); i < candidates.length; i++) {
    const [id, wasPublished] = at(candidates, i);
    const found = await release.find(id);
    const isShown =
      found !== null && found.place < published && (selection === null || (await hasPlace(selection, found.place)));
    if (!isShown && !wasPublished) continue;
    if (count === perPage) {
      page.next = `since=${toTokenText(since, since.selection)}&after=${last}`;
      break;
    }
    if (isShown) page.slices.push(...(await release.slices(found.place, found.place + 1, needsViews(view))));
    else page.removed.push(id);
    last = id;
    count++;
  }
  return page;
}

/**
 * Ids, ascending, of all articles that may have changed, and whether readers got it at some moment since. Kept, since each page is a part
 * of the same.
 */
async function findCandidates(
  since: ChangeToken,
  activations: readonly Activation[],
  { release, published, now }: Context,
): Promise<readonly (readonly [id: number, wasPublished: boolean])[]> {
  const known = await release.publishedCount(since.at);
  // A server that stayed behind may have given what was published only after it was gone.
  const untils = activations.map(({ since: activated }) => Math.min(activated + maxBehind, now) + lag);
  return release.recallChanged(`${since.release} ${known} ${published} ${untils}`, async () => {
    const found = new Map<number, boolean>();
    for (const [i, { articles }] of activations.entries()) {
      for (const [id, publishAt] of articles)
        found.set(id, found.get(id) === true || (publishAt !== null && publishAt <= at(untils, i)));
    }
    for (const { table, from, to } of known < published ? await release.slices(known, published) : []) {
      for (let slot = from; slot < to; slot++) found.set(table.id(slot), found.get(table.id(slot)) ?? false);
    }
    return [...found].sort(([a], [b]) => a - b);
  });
}

/**
 * What a client has that read everything by now. The same until something changes: the moment is that of the newest article, or when the
 * release became current.
 */
async function tokenOf(release: Release, log: ChangeLog, published: number, now: number): Promise<ChangeToken> {
  const [newest] = published === 0 ? [] : await release.slices(published - 1, published);
  const publishAt = newest?.table.publishAt(newest.from) ?? 0;
  const moment = Math.max(0, publishAt, await log.sinceOf(release.id));
  return { release: release.id, at: Math.min(moment, now) };
}

function composeChanges(
  release: Release,
  parameters: ChangesParameters,
  coding: ContentCoding,
  { slices, removed, next, token }: ChangesPage,
): Composed {
  const { since, perPage, view, given } = parameters;
  const selection = nameSelection(parameters);
  const first = `${release.site}${changesPath}${given.replace('&', '?')}`;
  const following = next === null ? null : `${release.site}${changesPath}?${next}&until=${toTokenText(token)}${given}`;
  const tail = JSON.stringify({
    removed,
    links: { first, next: following },
    meta: {
      since: since && toTokenText(since, selection),
      token: next === null ? toTokenText(token, selection) : null,
      per_page: perPage,
    },
  });
  return compose(release.id, slices, coding, view, ['{"data":[', `],${tail.slice(1)}`], {
    Link: toLinkHeader({ first, next: following }),
  });
}

function behind(): Reply {
  const detail = 'This server does not have the release of the first page yet. Ask again in a second.';
  return problem(503, detail, { 'Retry-After': '1' });
}

/** The 410 of a token whose changes are not known any more; `start` is where a client reads everything again. */
export function changesGone(start: string): Reply {
  const detail = `The changes since this token are not known any more. Read everything again, from ${start}`;
  return problem(410, detail, { Link: `<${start}>; rel="first"` }, { start, links: { first: start } });
}
