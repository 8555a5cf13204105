import * as env from 'astro:env/server';
import { createClient } from 'galley-client';
import { jwtVerify } from 'jose';
import { parameters } from './articles';

const { GALLEY_SITE: site, GALLEY_DRAFTS_KEY: key = '', GALLEY_PREVIEW_SECRET: secret = '' } = env;
export const hasPreviews = key !== '' && secret.length >= 32;
const client = createClient({ site, key, attempts: 2, timeout: 10_000 });
const media = new URL('/api/v1/drafts/media/', site).href;

/** No cache and no search engine keeps a draft. */
export const closed = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };

export const missing = () => new Response('Page not found', { status: 404, headers: closed });

/** The article of a link, with its images at this website, and when the link ends; null where it is not valid. */
export async function readDraft(token = '') {
  const rules = { algorithms: ['HS256'], requiredClaims: ['sub', 'exp'] };
  const bytes = new TextEncoder().encode(secret);
  const link = hasPreviews ? await jwtVerify(token, bytes, rules).catch(() => null) : null;
  const { sub = '', exp = 0 } = link?.payload ?? {};
  const article = link && (await client.get(sub, parameters));
  if (article === null) return null;
  const { html, header_image_url: image } = article;
  const toOwn = (text: string) => text.replaceAll(media, '/preview/media/');
  return { ...article, html: toOwn(html), header_image_url: image && toOwn(image), ends: new Date(exp * 1000) };
}

const sent = [
  'Content-Type', 'Content-Length', 'Content-Range', 'Accept-Ranges',
  'Content-Disposition', 'Content-Security-Policy',
];

/** An image of that article, or the part of a video that is asked for. */
export async function getMedia(request: Request, token?: string): Promise<Response> {
  const { pathname } = new URL(request.url);
  const draft = await readDraft(token);
  if (!draft?.html.includes(pathname) && draft?.header_image_url !== pathname) return missing();
  const range = request.headers.get('Range');
  const asked = { 'X-Api-Key': key, 'Accept-Encoding': 'identity', ...(range && { Range: range }) };
  const found = await fetch(pathname.replace('/preview/media/', media), { headers: asked, redirect: 'error' });
  const headers = new Headers(closed);
  for (const name of sent) if (found.headers.has(name)) headers.set(name, found.headers.get(name) ?? '');
  return new Response(found.body, { status: found.status, headers });
}
