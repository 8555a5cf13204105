import { type Awaitable, whenReady } from './awaitable.ts';
import { chooseForm } from './content-coding.ts';
import { cut } from './cut.ts';
import { type Links, listPath, toLinkHeader, toLinks } from './links.ts';
import type { ListEnvelope } from './list-envelope.ts';
import { type ListParameters, parseListParameters } from './parameters.ts';
import { notAcceptable, problem } from './problem.ts';
import type { Release } from './release.ts';
import { notModified, ok, type Reply } from './reply.ts';
import { lastModified, matches, toEntityTag } from './representation.ts';

/** What of a request decides how it is answered, beside its target. */
export interface Conditions {
  /** Seconds since 1970-01-01T00:00:00Z, whole. */
  now: number;
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
}

/** `GET /articles`: a literal head, ranges of page files, a literal tail. */
export function listArticles(release: Release, query: string, conditions: Conditions): Awaitable<Reply> {
  const parsed = parseListParameters(query);
  if (!parsed.ok) return problem(422, firstFault(parsed.errors), {}, parsed.errors);
  const parameters = parsed.value;
  return whenReady(release.dueCount(conditions.now), (due) => {
    const total = parameters.snapshot?.count ?? due;
    // A token that counts past what is due would tell of articles that nobody may know.
    if (total > due) return snapshotGone(release, parameters);
    return whenReady(release.digestAt(total), (digest) => {
      if (parameters.snapshot !== null && parameters.snapshot.digest !== digest)
        return snapshotGone(release, parameters);
      return showPage(release, parameters, total, digest, conditions);
    });
  });
}

/** One page of the oldest `total` articles. */
function showPage(
  release: Release,
  parameters: ListParameters,
  total: number,
  digest: string,
  { now, ifNoneMatch, acceptEncoding }: Conditions,
): Awaitable<Reply> {
  const form = chooseForm(acceptEncoding);
  if (form === null) return notAcceptable();
  const { page, perPage, excludeH1, given } = parameters;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const newest = page > lastPage ? 0 : total - (page - 1) * perPage;
  const oldest = Math.max(0, newest - perPage);
  return whenReady(release.slices(oldest, newest), (slices) => {
    const snapshot = `${total}-${digest}`;
    const links = toLinks(release.site, parameters, snapshot, lastPage, total === 0);
    const representation = {
      form,
      // The text around the articles is made of nothing but these.
      tag: toEntityTag(
        slices,
        excludeH1,
        form,
        [release.site, snapshot, page, perPage, excludeH1, given.perPage, given.excludeH1].join(),
      ),
      modified: lastModified(slices, now),
      release: release.id,
      list: { link: toLinkHeader(links), total: String(total) },
    };
    if (matches(ifNoneMatch, representation.tag)) return notModified(representation);
    const tail = toTail(links, {
      current_page: page,
      from: newest === 0 ? null : total - newest + 1,
      path: `${release.site}${listPath}`,
      per_page: perPage,
      to: newest === 0 ? null : total - oldest,
    });
    return ok(cut('{"data":[', slices, tail, form, excludeH1), representation);
  });
}

/** As `JSON.stringify`, which takes five times as long; nothing in an address of ours needs an escape. */
function toTail({ first, last, prev, next }: Links, meta: ListEnvelope['meta']): string {
  const uri = (address: string | null): string => (address === null ? 'null' : `"${address}"`);
  return (
    `],"links":{"first":"${first}","last":"${last}","prev":${uri(prev)},"next":${uri(next)}},` +
    `"meta":{"current_page":${meta.current_page},"from":${meta.from},"path":"${meta.path}",` +
    `"per_page":${meta.per_page},"to":${meta.to}}}`
  );
}

function snapshotGone(release: Release, parameters: ListParameters): Reply {
  const start = toLinks(release.site, parameters, '', 1, true).first;
  return problem(
    410,
    `This snapshot is gone: articles in it were removed or re-dated, or others came between. Start again at ${start}`,
    { Link: `<${start}>; rel="first"` },
  );
}

function firstFault(errors: Record<string, string[]>): string {
  const faults = Object.values(errors).flat();
  const more = faults.length - 1;
  return more === 0 ? `${faults[0]}` : `${faults[0]} (and ${more} more ${more === 1 ? 'error' : 'errors'})`;
}
