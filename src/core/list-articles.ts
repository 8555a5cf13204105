import { cutPages } from './cut.ts';
import { listPath, toLinkHeader, toLinks } from './links.ts';
import type { ListEnvelope } from './list-envelope.ts';
import { type ListParameters, parseListParameters } from './parameters.ts';
import { problem } from './problem.ts';
import type { Release } from './release.ts';
import { notModified, ok, type Reply } from './reply.ts';
import { lastModified, matches, toEntityTag } from './representation.ts';

/** What decides between 200 and 304, and what is due. */
export interface Conditions {
  /** Seconds since 1970-01-01T00:00:00Z, whole. */
  now: number;
  ifNoneMatch: string | undefined;
}

/** `GET /articles`: a literal head, ranges of page files, a literal tail. */
export async function listArticles(release: Release, query: string, conditions: Conditions): Promise<Reply> {
  const parsed = parseListParameters(query);
  if (!parsed.ok) return problem(422, firstFault(parsed.errors), {}, parsed.errors);
  const parameters = parsed.value;
  const due = await release.dueCount(conditions.now);
  const total = parameters.snapshot?.count ?? due;
  // A token that counts past what is due would tell of articles that nobody may know.
  const digest = total > due ? null : await release.digestAt(total);
  if (digest === null || (parameters.snapshot !== null && parameters.snapshot.digest !== digest)) {
    return snapshotGone(release, parameters);
  }
  const { page, perPage, excludeH1 } = parameters;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const newest = page > lastPage ? 0 : total - (page - 1) * perPage;
  const oldest = Math.max(0, newest - perPage);
  const parts = await release.pages(oldest, newest);
  const rows = parts.length === 1 && parts[0] ? parts[0].rows : parts.flatMap((part) => part.rows);
  const links = toLinks(release.site, parameters, `${total}-${digest}`, lastPage, total === 0);
  const meta: ListEnvelope['meta'] = {
    current_page: page,
    from: rows.length === 0 ? null : total - newest + 1,
    path: `${release.site}${listPath}`,
    per_page: perPage,
    to: rows.length === 0 ? null : total - oldest,
  };
  const tail = `],"links":${JSON.stringify(links)},"meta":${JSON.stringify(meta)}}`;
  const representation = {
    tag: toEntityTag(rows, excludeH1, tail),
    modified: lastModified(rows, conditions.now),
    release: release.id,
    list: { link: toLinkHeader(links), total: String(total) },
  };
  if (matches(conditions.ifNoneMatch, representation.tag)) return notModified(representation);
  return ok(['{"data":[', ...cutPages(parts, excludeH1), tail], representation);
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
