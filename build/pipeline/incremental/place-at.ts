import type { Entry } from './file-record.ts';

/** The entry with its record so many bytes further on. */
export function placeAt<T extends Pick<Entry, 'body'>>(entry: T, offset: number): T {
  const article = entry.body?.article;
  if (!entry.body || !article) return entry;
  const [at, ...rest] = article.place;
  return { ...entry, body: { ...entry.body, article: { ...article, place: [at + offset, ...rest] as const } } };
}
