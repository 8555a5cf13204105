import 'server-only';
import { type Article, createClient, type Page } from 'galley-client';

export const website = { title: 'The notebook', description: 'What was built, read and seen', language: 'en' };
export const address = process.env.WEBSITE ?? '';

export const parameters = { exclude_h1: true, exclude_markdown: true, include_details: true };

/** Articles are kept for five minutes, or until a hook says that what is at this path changed. */
export const client = createClient({
  site: process.env.GALLEY_SITE ?? '',
  key: process.env.GALLEY_KEY ?? '',
  attempts: 2,
  timeout: 10_000,
  fetch(url, init) {
    const { pathname } = new URL(String(url));
    return fetch(url, { ...init, next: { tags: ['all', pathname], revalidate: pathname.endsWith('/changes') ? 0 : 300 } });
  },
});

/** All articles without their texts, the newest first; 500 at a time, since Next.js keeps no response above 2 MB. */
export async function readHeads(): Promise<Article[]> {
  const heads: Article[] = [];
  const parameters = { exclude_html: true, exclude_markdown: true, include_details: true, per_page: 500 };
  for (let page: Page | null = await client.list(parameters); page !== null; page = await page.next()) heads.push(...page.data);
  return heads;
}

export const toAddress = ({ slug }: { slug: string }): string => `/${encodeURIComponent(slug)}`;
export const toTagAddress = (tag: string): string => `/tags/${encodeURIComponent(tag)}`;
export const toDate = (time: string): string =>
  new Date(time).toLocaleDateString(website.language, { dateStyle: 'long', timeZone: 'UTC' });
