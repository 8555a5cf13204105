import { WEBSITE } from 'astro:env/server';
import type { APIRoute } from 'astro';
import { toRss, toSitemap } from 'galley-client/feed';
import { readArticles, toAddress, website } from '../articles';

export const GET: APIRoute = async ({ params: { file } }) => {
  if (file !== 'feed' && file !== 'sitemap') return new Response(null, { status: 404 });
  const articles = await readArticles();
  const options = { ...website, site: WEBSITE, self: '/feed.xml', address: toAddress };
  const text = file === 'feed' ? toRss(articles.slice(0, 20), options) : toSitemap(articles, options);
  const type = file === 'feed' ? 'application/rss+xml' : 'application/xml';
  return new Response(text, { headers: { 'Content-Type': type } });
};
