import { composePage, toPlaces } from './compose-page.ts';
import type { ContentCoding } from './content-coding.ts';
import type { KeptReleases, Newer } from './kept-releases.ts';
import { toLinks } from './links.ts';
import { locateArticles } from './locate-articles.ts';
import type { ListParameters, PinnedList } from './parameters.ts';
import { notAcceptable, problem } from './problem.ts';
import type { Release } from './release.ts';
import type { Composed, Reply } from './reply.ts';

/**
 * `GET /articles` of a snapshot whose articles were removed, re-dated or slipped in between: a kept release says which
 * articles stand on the page; those that are still here and among the oldest `due` are served as they are in `release`.
 * 410 where no kept release has that snapshot. A release that became current meanwhile is to answer in place of `release`.
 */
export async function listSnapshot(
  kept: KeptReleases | undefined,
  release: Release,
  parameters: PinnedList,
  due: number,
  coding: ContentCoding | null,
  now: number,
): Promise<Composed | Reply | Newer> {
  const { snapshot } = parameters;
  const { oldest, newest } = toPlaces(parameters, snapshot.count);
  const page = await kept?.find(release, snapshot, oldest, newest, now);
  if (!page) return snapshotGone(release, parameters);
  if ('newer' in page) return page;
  if (coding === null) return notAcceptable();
  // The order of a snapshot is the same in each release that has it.
  return release.recallResponse(`${due} ${coding} ${JSON.stringify(parameters)}`, async () => {
    return composePage(release, parameters, snapshot, coding, await locateArticles(release, page, due));
  }) as Promise<Composed>;
}

function snapshotGone(release: Release, parameters: ListParameters): Reply {
  const start = toLinks(release.site, parameters, '', 1, true).first;
  return problem(
    410,
    'This snapshot is gone: articles in it were removed or re-dated, or others came between, and no release is kept ' +
      `any more that has it as it was. Start again at ${start}`,
    { Link: `<${start}>; rel="first"` },
    { start },
  );
}
