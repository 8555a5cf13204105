import { groupBy } from '../front-matter/identify/group-by.ts';
import type { PublishedArticle } from '../release/disk/find-published.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { MovedArticle } from './incremental/moves.ts';

/** An article of the last release, whose slug nothing has now. */
export type LostArticle = PublishedArticle & { slug: string };

/**
 * Which new articles are lost ones under another slug: those with the same id, else at the same path and with the same date,
 * else with the same title and date. What fits more than one is passed over, since a false warning is worse than none.
 */
export async function matchMoved(
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
