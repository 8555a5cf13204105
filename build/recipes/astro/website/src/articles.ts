import { GALLEY_KEY, GALLEY_SITE } from 'astro:env/server';
import { type Article, createClient, memoryStore } from 'galley-client';

export const website = { title: 'The notebook', description: 'What was built, read and seen', language: 'en' };

export const client = createClient({ site: GALLEY_SITE, key: GALLEY_KEY, attempts: 2, timeout: 10_000 });
export const parameters = { exclude_h1: true, exclude_markdown: true, include_details: true };

const copy = memoryStore();
let articles: Article[] = [];
let last: Promise<void> = Promise.resolve();

/** Brings the copy up to date: at first with all articles, then with what changed. One sync waits for the other. */
export function sync(): Promise<void> {
  const done = last.then(async () => {
    await client.sync(copy, parameters);
    articles = [...copy.articles.values()].sort((a, b) => b.publish_at.localeCompare(a.publish_at) || b.id - a.id);
  });
  last = done.catch(() => {});
  return done;
}

// Not every API sends hooks.
setInterval(() => sync().catch(console.error), 60_000).unref();

/** All articles, the newest first. */
export async function readArticles(): Promise<Article[]> {
  if (articles.length === 0) await sync();
  return articles;
}

export const toAddress = ({ slug }: { slug: string }): string => `/${encodeURIComponent(slug)}`;
export const toTagAddress = (tag: string): string => `/tags/${encodeURIComponent(tag)}`;
export const toDate = (time: string): string =>
  new Date(time).toLocaleDateString(website.language, { dateStyle: 'long', timeZone: 'UTC' });
