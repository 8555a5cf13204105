import { toSitemap } from 'galley-client/feed';
import { address, readHeads, toAddress } from '../../articles';

export async function GET(): Promise<Response> {
  const sitemap = toSitemap(await readHeads(), { site: address, address: toAddress });
  return new Response(sitemap, { headers: { 'Content-Type': 'application/xml' } });
}
