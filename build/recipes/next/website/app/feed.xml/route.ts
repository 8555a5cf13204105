import { toRss } from 'galley-client/feed';
import { address, client, toAddress, website } from '../../articles';

export async function GET(): Promise<Response> {
  const { data } = await client.list({ per_page: 20, exclude_h1: true, exclude_markdown: true, include_details: true });
  const feed = toRss(data, { ...website, site: address, self: '/feed.xml', address: toAddress });
  return new Response(feed, { headers: { 'Content-Type': 'application/rss+xml' } });
}
