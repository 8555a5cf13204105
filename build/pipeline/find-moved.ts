import { groupBy } from '../package/group-by.ts';
import type { LastRelease, Published, PublishedArticle } from '../release/disk/find-published.ts';
import { readTitle } from './incremental/article-record.ts';
import type { ArticlesLog } from './incremental/articles-log.ts';
import type { FileRecord, FormerSlug, MovedFile, Moves } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';

/**
 * Finds articles whose slug of the last release no article has now, as a slug or an alias: those that moved, of which
 * what an earlier build found stays until the slug leads somewhere again or the file is changed; and those that were
 * removed. `log` is the articles log.
 */
export async function findMoved(
  records: readonly FileRecord[],
  earlier: Manifest,
  now: number,
  last: LastRelease,
  log: ArticlesLog,
): Promise<Moves> {
  const { moves } = earlier;
  const release = await last.id();
  // Readers may have got another one meanwhile.
  const isLast = moves.release === release;
  const isSame = isLast && records.length === earlier.records.length && records.every(isNamedAs(earlier.records));
  if (isSame && moves.articles.length === 0) return moves;
  const articles = records.filter(({ kind, names }) => kind === 'article' && names !== null);
  // Those of invalid files are not lost.
  const taken = new Set(records.flatMap(({ names }) => (names === null ? [] : [names.slug, ...names.aliases])));
  const known = keepMoved(moves.articles, articles, taken);
  if (isSame) return { ...moves, articles: known };
  try {
    const published = await last.open();
    if (published === null) return { release, lost: [], articles: known, removed: [] };
    const accepted = findAccepted(moves.articles, known, articles);
    const lost = (earlier.records.length === 0 || !isLast ? await published.names() : lostNames(earlier)).filter(
      ({ slug }) => !taken.has(slug) && !accepted.has(slug),
    );
    const seen = await findAll(published, lost, now);
    const found = seen.length === 0 ? [] : await matchMoved(await findNew(published), seen, earlier.records, titleOf);
    const moved = [...known, ...found.filter(({ slug }) => known.every((other) => other.slug !== slug))];
    const others = new Set(moved.map(({ slug }) => slug));
    const removed = seen.filter(({ slug }) => !others.has(slug)).map(({ path, slug, id }) => ({ path, slug, id }));
    return { release, lost, articles: moved, removed };
  } catch {
    // The release is being removed, or is not whole: a warning is not worth a build.
    return { release: null, lost: [], articles: known, removed: [] };
  }

  /** Articles under slugs that the last release does not have. */
  async function findNew(published: Published): Promise<FileRecord[]> {
    const had = new Set(
      isLast ? earlier.records.map(({ kind, names }) => (kind === 'article' ? names?.slug : '')) : [],
    );
    const added: FileRecord[] = [];
    for (const record of articles) {
      const slug = record.names?.slug ?? '';
      if (!had.has(slug) && (await published.find(slug)) === null) added.push(record);
    }
    return added;
  }

  function titleOf({ body }: FileRecord): string | null {
    return body?.article ? readTitle(log, body.article.ref) : null;
  }
}

/** Whether a record is an article of the same names as the one in its place before. */
function isNamedAs(earlier: readonly FileRecord[]): (record: FileRecord, place: number) => boolean {
  return ({ kind, names }, place) => kind === earlier[place]?.kind && names === earlier[place]?.names;
}

/** Slugs that a release may have and that are perhaps gone: those of the last build, and what it had lost by then. */
function lostNames({ records, moves }: Manifest): FormerSlug[] {
  const own = records.flatMap(({ path, names }) => (names === null ? [] : [{ slug: names.slug, path }]));
  return [...new Map([...moves.lost, ...own].map((each) => [each.slug, each])).values()];
}

/** Those of an earlier build that still hold. */
function keepMoved(
  moved: readonly MovedFile[],
  articles: readonly FileRecord[],
  taken: ReadonlySet<string>,
): MovedFile[] {
  if (moved.length === 0) return [];
  const hashes = new Map(articles.map(({ path, hash }) => [path, hash]));
  return moved.filter(({ path, hash, slug }) => hashes.get(path) === hash && !taken.has(slug));
}

/** Slugs that are not asked for again: the author was warned, and has saved the file since. */
function findAccepted(
  moved: readonly MovedFile[],
  known: readonly MovedFile[],
  articles: readonly FileRecord[],
): Set<string> {
  if (moved.length === known.length) return new Set();
  const paths = new Set(articles.map(({ path }) => path));
  const dropped = moved.filter((each) => !known.includes(each) && paths.has(each.path));
  return new Set(dropped.map(({ slug }) => slug));
}

/** An article of the last release, whose slug nothing has now. */
type LostArticle = PublishedArticle & FormerSlug;

/** Articles that readers could have seen. */
async function findAll(published: Published, lost: readonly FormerSlug[], now: number): Promise<LostArticle[]> {
  const found = await Promise.all(
    lost.map(async ({ slug, path }) => ({ slug, path, article: await published.find(slug) })),
  );
  return found.flatMap(({ slug, path, article }) =>
    article === null || article.publishAt > now ? [] : [{ ...article, slug, path }],
  );
}

/**
 * Which new articles are lost ones under another slug: those with the same id, else at the same path and with the same
 * date, else with the same bytes, else with the same title and date. What fits more than one is passed over, since a
 * false warning is worse than none.
 */
async function matchMoved(
  added: readonly FileRecord[],
  lost: readonly LostArticle[],
  earlier: readonly FileRecord[],
  titleOf: (record: FileRecord) => string | null,
): Promise<MovedFile[]> {
  const moved: MovedFile[] = [];
  const dateOf = ({ body }: FileRecord): number | undefined => body?.article?.publishAt;
  let [records, articles] = [added, lost];
  pair(
    ({ names }) => names?.id,
    ({ id }) => id,
  );
  pair(
    (record) => `${dateOf(record)} ${record.path}`,
    ({ publishAt, path }) => `${publishAt} ${path}`,
  );
  const hashes = new Map(earlier.map(({ names, hash }) => [names?.slug, hash]));
  pair(
    ({ hash }) => hash,
    ({ slug }) => hashes.get(slug) ?? slug,
  );
  // Titles have to be read: only of articles that share their date with a lost one.
  const dates = new Set<unknown>(articles.map(({ publishAt }) => publishAt));
  records = records.filter((record) => dates.has(dateOf(record)));
  const publishedAt = new Set(records.map(dateOf));
  articles = articles.filter(({ publishAt }) => publishedAt.has(publishAt));
  const titles = new Map(await Promise.all(articles.map(async (article) => [article, await article.title()] as const)));
  pair(
    (record) => `${dateOf(record)} ${titleOf(record)}`,
    (article) => `${article.publishAt} ${titles.get(article)}`,
  );
  return moved;

  /** Takes out what has a key that only one of each has. */
  function pair(keyOfRecord: (record: FileRecord) => unknown, keyOfArticle: (article: LostArticle) => unknown): void {
    const byKey = groupBy(articles, keyOfArticle);
    const found = new Set<unknown>();
    for (const [key, [record, ...others]] of groupBy(records, keyOfRecord)) {
      const [article, ...more] = byKey.get(key) ?? [];
      if (record === undefined || article === undefined || others.length > 0 || more.length > 0) continue;
      found.add(record).add(article);
      const id = record.names?.id === article.id ? null : article.id;
      moved.push({ path: record.path, hash: record.hash, slug: article.slug, id });
    }
    records = records.filter((record) => !found.has(record));
    articles = articles.filter((article) => !found.has(article));
  }
}
