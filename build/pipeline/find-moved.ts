import { isBroken } from '../../src/core/file-errors.ts';
import { inLanes } from '../package/in-lanes.ts';
import { compareText } from '../problems/problem.ts';
import type { LastRelease, Published, PublishedNames } from '../release/disk/find-published.ts';
import { changedMeanwhile } from '../source/read-real.ts';
import { readArticle } from './incremental/article-record.ts';
import type { ArticlesLog } from './incremental/articles-log.ts';
import type { AdoptedFile, FileRecord, FormerSlug, Moves, RemovedArticle } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import { type LostArticle, type Matched, matchMoved } from './match-moved.ts';

/**
 * Finds what readers know articles by whose files were moved: what the last release knows of earlier moves, by their
 * slugs; and of articles whose slug no article has now, those that have another one. The others were removed. It
 * follows from the articles and the last release alone; `earlier` only spares reading that. `held` are files that were
 * found to be moved and stay as the last release has them, since they are invalid. `log` is the articles log.
 * Throws `ChangedMeanwhile` where another release became current.
 */
export async function findMoved(
  records: readonly FileRecord[],
  held: readonly AdoptedFile[],
  earlier: Manifest,
  now: number,
  last: LastRelease,
  log: ArticlesLog,
): Promise<Moves> {
  const { moves, records: before } = earlier;
  const release = await last.id();
  // Readers may have got another one meanwhile.
  const isLast = moves.release === release && before.length > 0;
  const isSame = isLast && records.length === before.length && records.every(isNamedAs(before));
  if (isSame && moves.lost.length === 0) return moves;
  const published = await last.open();
  if (published === null) return { release, lost: [], unwritten: [], adopted: [], removed: [] };
  try {
    const names = isLast ? null : await published.names();
    const unwritten = names === null ? moves.unwritten : findUnwritten(names);
    const articles = records.filter(({ names }) => names !== null);
    const taken = new Set(articles.map(({ names }) => names?.slug));
    const lost = (names ?? lostNames(earlier)).flatMap(({ slug, path }) => (taken.has(slug) ? [] : [{ slug, path }]));
    const seen = await findAll(published, lost);
    const isHeld = new Set(held.map(({ path }) => path));
    const matched = await match(
      articles.filter(({ path, identity }) => !identity?.isDraft && !isHeld.has(path)),
      seen,
      published,
      log,
    );
    const { moved, doubtful } = matched;
    const bySlug = new Map(unwritten.map((each) => [each.slug, each]));
    const adopted = new Map<string, AdoptedFile>();
    for (const { path, names } of bySlug.size === 0 ? [] : articles) {
      const known = bySlug.get(names?.slug ?? '');
      if (known) adopted.set(path, { path, id: known.id, aliases: known.aliases });
    }
    for (const [{ id, slug }, path] of moved) {
      adopted.set(path, { path, id, aliases: [slug, ...(bySlug.get(slug)?.aliases ?? [])], from: slug });
    }
    for (const each of held) adopted.set(each.path, each);
    // Of invalid files, an article stays or is held back.
    const leading = new Set(records.flatMap(({ identity }) => identity?.aliases ?? []));
    const removed = seen.flatMap((article): RemovedArticle[] => {
      const { path, slug, id, publishAt } = article;
      if (moved.has(article) || leading.has(slug) || publishAt > now) return [];
      const [known, candidates] = [bySlug.get(slug), doubtful.get(article)];
      return [{ path, slug, id, ...(known && { unwritten: known.aliases }), ...(candidates && { candidates }) }];
    });
    const inOrder = [...adopted.values()].sort((a, b) => compareText(a.path, b.path));
    return { release, lost, unwritten, adopted: inOrder, removed };
  } catch (error) {
    if (!isBroken(error)) throw error;
    if (!(await published.isCurrent())) throw changedMeanwhile();
    // It is not whole: what the store knows of it still holds.
    return { ...moves, release: null, lost: [], removed: [] };
  }
}

/** Whether a record is an article of the same names as the one in its place before. */
function isNamedAs(earlier: readonly FileRecord[]): (record: FileRecord, place: number) => boolean {
  return ({ kind, names }, place) => kind === earlier[place]?.kind && names === earlier[place]?.names;
}

function findUnwritten(names: readonly PublishedNames[]): Moves['unwritten'] {
  return names.flatMap(({ path, id, slug, unwritten }) =>
    unwritten === undefined ? [] : [{ path: path ?? '', id, slug, aliases: unwritten }],
  );
}

/** Slugs that a release may have and that are perhaps gone: those of the last build, and what it had lost by then. */
function lostNames({ records, moves }: Manifest): FormerSlug[] {
  const named = records.flatMap(({ path, names }) => (names === null ? [] : [{ slug: names.slug, path }]));
  return [...new Map([...moves.lost, ...named].map((each) => [each.slug, each])).values()];
}

/** Articles that the release has under these slugs. */
async function findAll(published: Published, lost: readonly FormerSlug[]): Promise<LostArticle[]> {
  const found: (LostArticle | null)[] = [];
  await inLanes(concurrency, lost.entries(), async ([i, { slug, path }]) => {
    const article = await published.find(slug);
    found[i] = article && { ...article, slug, path };
  });
  return found.filter((article) => article !== null);
}

/** Releases are read by as many at the same time. */
const concurrency = 16;

/** What became of articles of the release whose slugs no article has now. */
async function match(
  articles: readonly FileRecord[],
  lost: readonly LostArticle[],
  { names, find }: Published,
  log: ArticlesLog,
): Promise<Matched> {
  if (lost.length === 0) return { moved: new Map(), doubtful: new Map() };
  const had = new Set((await names()).map(({ slug }) => slug));
  const isKnown = ({ names }: FileRecord): boolean => had.has(names?.slug ?? '');
  const [added, known] = [articles.filter((each) => !isKnown(each)), articles.filter(isKnown)];
  const read = ({ body }: FileRecord) => (body?.article ? readArticle(log, body.article.ref) : null);
  return matchMoved({ added, known, lost, read, find });
}
