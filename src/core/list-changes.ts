import { type ChangeLog, type ChangeToken, toTokenText } from './change-log.ts';
import { changedIds, findFormerSlugs, isChanged } from './changed-ids.ts';
import type { ContentCoding } from './content-coding.ts';
import { toCursorText } from './cursor.ts';
import { toAsciiJson } from './encoding.ts';
import { changesPath, toLinkHeader } from './links.ts';
import { findPage } from './list-articles.ts';
import { nameSelection } from './name-selection.ts';
import type { PageSlice } from './page-table.ts';
import { type ChangesParameters, parseChangesParameters } from './parameters.ts';
import { hasPlace } from './place-set.ts';
import { notAcceptable, problem, unprocessable } from './problem.ts';
import type { Pairs } from './query.ts';
import type { Release } from './release.ts';
import { type Composed, compose, type Reply } from './reply.ts';
import { isSelection, select } from './select.ts';

/** What a response is made of. */
interface Context {
  release: Release;
  log: ChangeLog;
  published: number;
  coding: ContentCoding | null;
  now: number;
}

/** A page of changes. */
interface ChangesPage {
  slices: PageSlice[];
  removed: number[];
  /** Slugs that readers had articles of this page by, and have by no longer. */
  formerSlugs: { id: number; slug: string }[];
  /** Of the next page, without the address; null where this is the last. */
  next: string | null;
  /** What the client has after the last page. */
  token: ChangeToken;
}

/**
 * `GET /changes`: the articles that are new or changed since what a client has, and the ids of those that are gone;
 * without that, all articles, as a list.
 */
export async function listChanges(pairs: Pairs, context: Context): Promise<Composed | Reply> {
  const { release, log, now } = context;
  const parsed = parseChangesParameters(pairs, release.filters);
  if (!parsed.ok) return unprocessable(parsed.errors);
  const parameters = parsed.value;
  const { since, until } = parameters;
  if (since !== null && since.selection !== nameSelection(parameters))
    return unprocessable({ since: [otherSelection(release)] });
  // The server that gave the first page had what this one may not have yet: its last page would say too much.
  const state = until === null ? [] : await log.after(until, release.id, now);
  if (until !== null && (state === 'isAhead' || until.at > now)) return behind();
  const list = since === null ? listAll : listSince;
  const found = state === null ? null : await list(parameters, context);
  if (found === null) return changesGone(`${release.site}${changesPath}${parameters.given.replace('&', '?')}`);
  return context.coding === null ? notAcceptable() : composeChanges(release, parameters, context.coding, found);
}

/** What came with a token is a part of its selection: what others miss would be missing for ever. */
function otherSelection({ filters }: Release): string {
  const names = `tag, tag_any, author, section, language, ids${filters.size === 0 ? '' : ', filter'}`;
  return (
    `The since field must come with the selection of its token: the same ${names}. ` +
    'To select others, read everything without since.'
  );
}

/** A page of all articles that are selected. */
async function listAll(parameters: ChangesParameters, { release, log, published, now }: Context): Promise<ChangesPage> {
  const { slices, next } = await findPage(release, parameters, published);
  const token = parameters.until ?? (await tokenOf(release, log, published, now));
  return {
    slices,
    removed: [],
    formerSlugs: [],
    next: next && `page=${parameters.page + 1}&after=${toCursorText(next)}`,
    token,
  };
}

/** Articles that are looked through for one page, at most. It may be short, and others follow. */
const maxSearched = 500;

/**
 * A page of what changed: by ascending ids what was published, and then, newest first, what else came by its date. Null
 * where that is not known any more.
 */
async function listSince(parameters: ChangesParameters, context: Context): Promise<ChangesPage | null> {
  const { release, log, published, now } = context;
  const { since, after, afterId, perPage, view } = parameters;
  if (since === null) return null;
  const activations = await log.after(since, release.id, now);
  if (activations === null) return null;
  // A server whose clock or release is behind: what the client has comes later.
  if (activations === 'isAhead' || now < since.at)
    return { slices: [], removed: [], formerSlugs: [], next: null, token: since };
  const token = parameters.until ?? (await tokenOf(release, log, published, now));
  const page: ChangesPage = { slices: [], removed: [], formerSlugs: [], next: null, token };
  const endAt = (last: string | number): ChangesPage => {
    return { ...page, next: `since=${toTokenText(since, since.selection)}&after=${last}` };
  };
  let count = 0;
  let isSelected: ((place: number) => boolean) | null = null;
  let searched = 0;
  let last = afterId;
  for (const [id, wasPublished] of after === null ? changedIds(activations, afterId, now) : []) {
    if (searched++ === maxSearched) return endAt(last);
    const found = await release.find(id);
    const place = found?.place ?? published;
    isSelected ??= await toFilter(release, parameters);
    const isShown = place < published && isSelected(place);
    if (isShown || wasPublished) {
      if (count++ === perPage) return endAt(last);
      const slices = isShown || (view.includeDetails && found !== null) ? await release.slices(place, place + 1) : [];
      if (isShown) page.slices.push(...slices);
      else page.removed.push(id);
      const [slice] = slices;
      const slug = slice?.table.slug(slice.from) ?? null;
      if (view.includeDetails) page.formerSlugs.push(...findFormerSlugs(activations, id, slug, isShown));
    }
    last = id;
  }
  const known = await release.publishedCount(since.at);
  let place = Math.min(published, after === null ? published : await release.countBefore(after));
  const end = Math.max(known, place - maxSearched);
  let cursor = after === null ? String(last) : toCursorText(after);
  for (const slice of end < place ? await release.slices(end, place) : []) {
    for (let slot = slice.from; slot < slice.to; slot++) {
      const id = slice.table.id(slot);
      place--;
      isSelected ??= await toFilter(release, parameters);
      if (isSelected(place) && !isChanged(activations, id)) {
        if (count++ === perPage) return endAt(cursor);
        const before = page.slices.at(-1);
        if (before?.table === slice.table && before.to === slot) before.to++;
        else page.slices.push({ ...slice, from: slot, to: slot + 1 });
      }
      cursor = toCursorText({ publishAt: slice.table.publishAt(slot), id });
    }
  }
  return end > known ? endAt(cursor) : page;
}

/** Whether an article is selected, by its place. */
async function toFilter(release: Release, parameters: ChangesParameters): Promise<(place: number) => boolean> {
  if (!isSelection(parameters)) return () => true;
  const selected = await select(release, parameters);
  return (place) => hasPlace(selected, place);
}

/**
 * What a client has that read everything by now. The same until something changes: the moment is that of the newest
 * article, or when the release became current.
 */
async function tokenOf(release: Release, log: ChangeLog, published: number, now: number): Promise<ChangeToken> {
  // What is in a release of drafts did not come by its date.
  const [newest] = published === 0 || release.settings.drafts ? [] : await release.slices(published - 1, published);
  const publishAt = newest?.table.publishAt(newest.from) ?? 0;
  const moment = Math.max(0, publishAt, await log.sinceOf(release.id));
  return { release: release.id, at: Math.min(moment, now) };
}

function composeChanges(
  release: Release,
  parameters: ChangesParameters,
  coding: ContentCoding,
  { slices, removed, formerSlugs, next, token }: ChangesPage,
): Composed {
  const { since, perPage, view, given } = parameters;
  const selection = nameSelection(parameters);
  const first = `${release.site}${changesPath}${given.replace('&', '?')}`;
  const following = next === null ? null : `${release.site}${changesPath}?${next}&until=${toTokenText(token)}${given}`;
  const tail = toAsciiJson({
    removed,
    ...(view.includeDetails ? { former_slugs: formerSlugs } : {}),
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
