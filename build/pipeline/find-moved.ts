import { join } from 'node:path';
import { findPublished, type Published } from '../release/disk/find-published.ts';
import { findRemoved } from './find-removed.ts';
import { findTakeovers } from './find-takeovers.ts';
import { readTitle } from './incremental/article-record.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { MovedArticle, Moves } from './incremental/moves.ts';
import { type LostArticle, matchMoved } from './match-moved.ts';

/**
 * Finds articles whose slug of the last release no article has now, as a slug or an alias: those that moved, of which what an
 * earlier build found stays until the slug leads somewhere again or the file is changed; and those that were removed. And
 * articles that would take the names of a published one. `log` is the articles log.
 */
export async function findMoved(
  records: readonly FileRecord[],
  earlier: Manifest,
  { out, now }: { out: string; now: number },
  log: number,
): Promise<Moves> {
  const { moves } = earlier;
  const isNamed = records.length === earlier.records.length && records.every(isNamedAs(earlier.records));
  const isSame = isNamed && moves.takeovers.length === 0;
  if (isSame && moves.articles.length === 0) return moves;
  const articles = records.filter(({ kind, names }) => kind === 'article' && names !== null);
  const taken = new Set(articles.flatMap(({ names }) => (names === null ? [] : [names.slug, ...names.aliases])));
  const known = keepMoved(moves.articles, articles, taken);
  if (isSame) return { ...moves, articles: known };
  const published = await findPublished(join(out, 'api', 'v1'));
  try {
    if (published === null) return { lost: [], articles: known, removed: [], takeovers: [] };
    const before = earlier.records.length === 0 ? await published.slugs() : lostNames(earlier);
    const accepted = findAccepted(moves.articles, known, articles);
    const lost = before.filter((slug) => !taken.has(slug) && !accepted.has(slug));
    const seen = await findAll(published, lost, now);
    const found = seen.length === 0 ? [] : await match(published, seen);
    // Who had the same slug in a build without such an error took no one's.
    const had = moves.takeovers.length > 0 ? new Set() : slugsOf(earlier);
    const named = articles.filter(({ names }) => !had.has(names?.slug));
    const takeovers = await findTakeovers(articles, named, published, { now, titleOf });
    const added = found.filter(({ slug }) => known.every((other) => other.slug !== slug));
    const moved = [...known, ...added];
    return { lost, articles: moved, removed: findRemoved(seen, moved, records, earlier), takeovers };
  } catch {
    // The release is being removed, or is not whole: a warning is not worth a build.
    return { lost: [], articles: known, removed: [], takeovers: [] };
  } finally {
    published?.close();
  }

  async function match(published: Published, lost: readonly LostArticle[]): Promise<MovedArticle[]> {
    const had = slugsOf(earlier);
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

/** Slugs that are not asked for again: the author was told, and has saved the file since. */
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
