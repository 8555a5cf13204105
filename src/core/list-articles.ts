import { type Awaitable, whenReady } from './awaitable.ts';
import { chooseForm } from './content-coding.ts';
import { cut } from './cut.ts';
import { listPath, toLinkHeader, toLinks } from './links.ts';
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
  const { page, perPage, excludeH1 } = parameters;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const newest = page > lastPage ? 0 : total - (page - 1) * perPage;
  const oldest = Math.max(0, newest - perPage);
  return whenReady(release.slices(oldest, newest), (slices) => {
    const links = toLinks(release.site, parameters, `${total}-${digest}`, lastPage, total === 0);
    const meta: ListEnvelope['meta'] = {
      current_page: page,
      from: newest === 0 ? null : total - newest + 1,
      path: `${release.site}${listPath}`,
      per_page: perPage,
      to: newest === 0 ? null : total - oldest,
    };
    const tail = `],"links":${JSON.stringify(links)},"meta":${JSON.stringify(meta)}}`;
    const representation = {
      form,
      tag: toEntityTag(slices, excludeH1, form, tail),
      modified: lastModified(slices, now),
      release: release.id,
      list: { link: toLinkHeader(links), total: String(total) },
    };
    if (matches(ifNoneMatch, representation.tag)) return notModified(representation);
    return ok(cut('{"data":[', slices, tail, form, excludeH1), representation);
  });
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
