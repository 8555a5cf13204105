import { type Awaitable, whenReady } from './awaitable.ts';
import type { ContentCoding } from './content-coding.ts';
import { cut } from './cut.ts';
import { type Links, listPath, toLinkHeader, toLinks } from './links.ts';
import type { ListEnvelope } from './list-envelope.ts';
import { type ListParameters, parseListParameters } from './parameters.ts';
import { notAcceptable, problem } from './problem.ts';
import type { Release } from './release.ts';
import { type Composed, compose, type Reply } from './reply.ts';
import { lastModified, toEntityTag } from './representation.ts';

/** `GET /articles` of the oldest `due` articles: a list, or an error that says why there is none. */
export function listArticles(
  release: Release,
  query: string,
  due: number,
  coding: ContentCoding | null,
): Awaitable<Composed | Reply> {
  const parsed = parseListParameters(query);
  if (!parsed.ok) return problem(422, firstError(parsed.errors), {}, { errors: parsed.errors });
  const parameters = parsed.value;
  const total = parameters.snapshot?.count ?? due;
  // A snapshot of more articles than are due would reveal scheduled ones.
  if (total > due) return snapshotGone(release, parameters);
  return whenReady(release.digestAt(total), (digest) => {
    if (parameters.snapshot !== null && parameters.snapshot.digest !== digest) return snapshotGone(release, parameters);
    if (coding === null) return notAcceptable();
    return composePage(release, parameters, { count: total, digest }, coding);
  });
}

/** One page of the oldest articles, as many as the snapshot counts: a literal head, ranges of page files, a literal tail. */
function composePage(
  release: Release,
  parameters: ListParameters,
  { count, digest }: { count: number; digest: string },
  coding: ContentCoding,
): Awaitable<Composed> {
  const { page, perPage, excludeH1 } = parameters;
  const lastPage = Math.max(1, Math.ceil(count / perPage));
  const newest = page > lastPage ? 0 : count - (page - 1) * perPage;
  const oldest = Math.max(0, newest - perPage);
  return whenReady(release.slices(oldest, newest), (slices) => {
    const links = toLinks(release.site, parameters, `${count}-${digest}`, lastPage, count === 0);
    const tail = toTail(links, {
      current_page: page,
      from: newest === 0 ? null : count - newest + 1,
      path: `${release.site}${listPath}`,
      per_page: perPage,
      to: newest === 0 ? null : count - oldest,
    });
    return compose(cut('{"data":[', slices, tail, coding, excludeH1), {
      coding,
      tag: toEntityTag(slices, excludeH1, coding, tail),
      modified: lastModified(slices),
      release: release.id,
      list: { link: toLinkHeader(links), total: String(count) },
    });
  });
}

/** Gives what `JSON.stringify` would, in a fifth of the time: nothing in an address of ours needs an escape. */
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
    { start },
  );
}

function firstError(errors: Record<string, string[]>): string {
  const messages = Object.values(errors).flat();
  const more = messages.length - 1;
  return more === 0 ? `${messages[0]}` : `${messages[0]} (and ${more} more ${more === 1 ? 'error' : 'errors'})`;
}
