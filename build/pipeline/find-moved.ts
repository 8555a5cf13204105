import type { Candidate } from '../front-matter/identify/identity.ts';
import { findLongerSlug } from '../front-matter/identify/longer-slug.ts';
import { writeKey } from '../front-matter/write-key.ts';
import { groupBy } from '../package/group-by.ts';
import type { Problem } from '../problems/problem.ts';
import { reportProblem, topOfFile } from '../problems/report-problem.ts';
import type { Published, PublishedArticle } from '../release/disk/find-published.ts';
import { readTitle } from './incremental/article-record.ts';
import type { ArticlesLog } from './incremental/articles-log.ts';
import type { FileRecord, MovedArticle, Moves, RemovedArticle } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { LastReleases } from './last-releases.ts';

/**
 * Finds articles whose slug of the last release no article has now, as a slug or an alias: those that moved, of which what an
 * earlier build found stays until the slug leads somewhere again or the file is changed; and those that were removed. And
 * articles that would take the names of a published one. `log` is the articles log.
 */
export async function findMoved(
  records: readonly FileRecord[],
  earlier: Manifest,
  now: number,
  last: LastReleases,
  log: ArticlesLog,
): Promise<Moves> {
  const { moves } = earlier;
  const release = await last.id();
  // Readers may have got another one meanwhile.
  const isLast = moves.release === release;
  const isNamed = records.length === earlier.records.length && records.every(isNamedAs(earlier.records));
  const isSame = isNamed && isLast && moves.takeovers.length === 0;
  if (isSame && moves.articles.length === 0) return moves;
  const articles = records.filter(({ kind, names }) => kind === 'article' && names !== null);
  // Those of invalid files are not lost.
  const taken = new Set(records.flatMap(({ names }) => (names === null ? [] : [names.slug, ...names.aliases])));
  const known = keepMoved(moves.articles, articles, taken);
  if (isSame) return { ...moves, articles: known };
  const published = await last.current();
  try {
    if (published === null) return { release, lost: [], articles: known, removed: [], takeovers: [] };
    const before =
      earlier.records.length === 0 || !isLast ? (await published.names()).map(({ slug }) => slug) : lostNames(earlier);
    const accepted = findAccepted(moves.articles, known, articles);
    const lost = before.filter((slug) => !taken.has(slug) && !accepted.has(slug));
    const seen = await findAll(published, lost, now);
    const found = seen.length === 0 ? [] : await match(published, seen);
    // Who had the same slug in a build without such an error took no one's.
    const had = moves.takeovers.length > 0 ? new Set() : slugsOf(earlier);
    const named = articles.filter(({ names }) => !had.has(names?.slug));
    const takeovers = await findTakeovers(records, named, published, { now, titleOf });
    const added = found.filter(({ slug }) => known.every((other) => other.slug !== slug));
    const moved = [...known, ...added];
    return { release, lost, articles: moved, removed: findRemoved(seen, moved, earlier), takeovers };
  } catch {
    // The release is being removed, or is not whole: a warning is not worth a build.
    return { release: null, lost: [], articles: known, removed: [], takeovers: [] };
  }

  async function match(published: Published, lost: readonly LostArticle[]): Promise<MovedArticle[]> {
    const had = isLast ? slugsOf(earlier) : new Set();
    const added: FileRecord[] = [];
    for (const record of articles) {
      const slug = record.names?.slug ?? '';
      if (!had.has(slug) && (await published.find(slug)) === null) added.push(record);
    }
    return matchMoved(added, lost, earlier.records, titleOf);
  }

  function titleOf({ body }: FileRecord): string | null {
    return body?.article ? readTitle(log, body.article.ref) : null;
  }
}

/** Whether a record is an article of the same names as the one in its place before. */
function isNamedAs(earlier: readonly FileRecord[]): (record: FileRecord, place: number) => boolean {
  return ({ kind, names }, place) => kind === earlier[place]?.kind && names === earlier[place]?.names;
}

function slugsOf({ records }: Manifest): Set<unknown> {
  return new Set(records.map(({ kind, names }) => (kind === 'article' ? names?.slug : undefined)));
}

/** Slugs that a release may have and that are perhaps gone: those of the last build, and what it had lost by then. */
function lostNames({ records, moves }: Manifest): string[] {
  return [...new Set([...moves.lost, ...records.flatMap(({ names }) => (names === null ? [] : [names.slug]))])];
}

/** Those of an earlier build that still hold. */
function keepMoved(
  moved: readonly MovedArticle[],
  articles: readonly FileRecord[],
  taken: ReadonlySet<string>,
): MovedArticle[] {
  if (moved.length === 0) return [];
  const hashes = new Map(articles.map(({ path, hash }) => [path, hash]));
  return moved.filter(({ path, hash, slug }) => hashes.get(path) === hash && !taken.has(slug));
}

/** Slugs that are not asked for again: the author was warned, and has saved the file since. */
function findAccepted(
  moved: readonly MovedArticle[],
  known: readonly MovedArticle[],
  articles: readonly FileRecord[],
): Set<string> {
  if (moved.length === known.length) return new Set();
  const paths = new Set(articles.map(({ path }) => path));
  const dropped = moved.filter((each) => !known.includes(each) && paths.has(each.path));
  return new Set(dropped.map(({ slug }) => slug));
}

/** Articles that readers could have seen, by their slugs. */
async function findAll(published: Published, slugs: readonly string[], now: number): Promise<LostArticle[]> {
  const found = await Promise.all(slugs.map(async (slug) => ({ slug, article: await published.find(slug) })));
  return found.flatMap(({ slug, article }) =>
    article === null || article.publishAt > now ? [] : [{ slug, ...article }],
  );
}

/** An article of the last release, whose slug nothing has now. */
type LostArticle = PublishedArticle & { slug: string };

/**
 * Which new articles are lost ones under another slug: those with the same id, else at the same path and with the same date,
 * else with the same bytes, else with the same title and date. What fits more than one is passed over, since a false warning is worse than none.
 */
async function matchMoved(
  added: readonly FileRecord[],
  lost: readonly LostArticle[],
  earlier: readonly FileRecord[],
  titleOf: (record: FileRecord) => string | null,
): Promise<MovedArticle[]> {
  const slugs = new Map(earlier.map(({ path, names }) => [path, names?.slug]));
  const moved: MovedArticle[] = [];
  let [records, articles] = [added, lost];
  pair(
    ({ names }) => String(names?.id),
    ({ id }) => String(id),
  );
  pair(
    ({ path, body }) => `${body?.article?.publishAt} ${slugs.get(path)}`,
    ({ publishAt, slug }) => `${publishAt} ${slug}`,
  );
  const hashes = new Map(earlier.map(({ names, hash }) => [names?.slug, hash]));
  pair(
    ({ hash }) => hash,
    ({ slug }) => hashes.get(slug) ?? slug,
  );
  // Titles have to be read: only of articles that share their date with a lost one.
  const dates = new Set(articles.map(({ publishAt }) => publishAt));
  records = records.filter(({ body }) => dates.has(body?.article?.publishAt ?? Number.NaN));
  const publishedAt = new Set(records.map(({ body }) => body?.article?.publishAt));
  articles = articles.filter(({ publishAt }) => publishedAt.has(publishAt));
  const titles = new Map(await Promise.all(articles.map(async (article) => [article, await article.title()] as const)));
  pair(
    (record) => `${record.body?.article?.publishAt} ${titleOf(record)}`,
    (article) => `${article.publishAt} ${titles.get(article)}`,
  );
  return moved;

  /** Takes out what has a key that only one of each has. */
  function pair(keyOfRecord: (record: FileRecord) => string, keyOfArticle: (article: LostArticle) => string): void {
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

/** The articles of `lost`, which readers get in the last release, that are there under no other slug; and where each was. */
export function findRemoved(
  lost: readonly Pick<RemovedArticle, 'id' | 'slug'>[],
  moved: Moves['articles'],
  earlier: { records: readonly FileRecord[]; moves: Moves },
): RemovedArticle[] {
  if (lost.length === 0) return [];
  const others = new Set(moved.map(({ slug }) => slug));
  const paths = new Map(earlier.moves.removed.map(({ slug, path }) => [slug, path]));
  for (const { path, names } of earlier.records) if (names !== null) paths.set(names.slug, path);
  return lost
    .filter(({ slug }) => !others.has(slug))
    .map(({ id, slug }) => ({ path: paths.get(slug) ?? '', slug, id }));
}

/**
 * Errors in files that came after the last release and take the slug of an article in it, since their date lies before that of the
 * other: readers would get them under its address and its id. Of an invalid file it may be a guess. `named` are those of the articles that have another slug than before.
 */
async function findTakeovers(
  records: readonly FileRecord[],
  named: readonly FileRecord[],
  published: Published,
  { now, titleOf }: { now: number; titleOf(record: FileRecord): string | null },
): Promise<Problem[]> {
  const bySlug = new Map(records.map((record) => [record.names?.slug, record]));
  const problems: Problem[] = [];
  for (const record of named) {
    const wanted = record.identity?.slug;
    if (wanted === undefined || wanted === record.names?.slug) continue;
    const holder = bySlug.get(wanted);
    const before = holder === undefined ? null : await published.find(wanted);
    if (!holder || before === null || before.publishAt > now) continue;
    const [title, own, other] = [await before.title(), titleOf(record), titleOf(holder)];
    const isAtPath = (await published.names()).some(({ slug, path }) => slug === wanted && path === record.path);
    // Under the title of the other it was moved, and this one is new. Without paths, title and date show which one it was.
    const isOwn = isAtPath
      ? own === title || other !== title
      : before.publishAt === record.identity?.publishAt && own === title && other !== title;
    if (!isOwn) continue;
    const taken = new Set([...bySlug.keys()].filter((slug) => slug !== undefined));
    problems.push(toProblem(holder as FileRecord & Candidate, record as FileRecord & Candidate, wanted, taken));
  }
  return problems;
}

function toProblem(own: Candidate, other: Candidate, slug: string, taken: ReadonlySet<string>): Problem {
  const longer = findLongerSlug(own, other, taken);
  const line = longer === null ? 'another `slug`' : `\`${writeKey(own.identity.syntax, 'slug', longer)}\``;
  return reportProblem('moved-slug', own.path, own.identity.at.slug ?? topOfFile, {
    found: `the slug \`${slug}\`. In the last release it belongs to ${other.path}, but this file would get it, because its date is earlier`,
    expected: 'that a published article keeps its slug and its id',
    fix: `Write ${line} here.`,
  });
}
