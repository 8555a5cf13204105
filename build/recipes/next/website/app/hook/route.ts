import { revalidateTag } from 'next/cache';
import { Webhook } from 'standardwebhooks';
import { client } from '../../articles';

export async function POST(request: Request): Promise<Response> {
  const body = await request.text();
  try {
    new Webhook(process.env.GALLEY_HOOK_SECRET ?? '').verify(body, Object.fromEntries(request.headers));
  } catch {
    return new Response(null, { status: 401 });
  }
  const found = await client.changes(JSON.parse(body).data.since, { exclude_html: true, exclude_markdown: true });
  const slugs = found && [...found.changed, ...found.formerSlugs].map(({ slug }) => `/${encodeURIComponent(slug)}`);
  const paths = slugs && ['', ...slugs].map((path) => `/api/v1/articles${path}`);
  for (const tag of paths ?? ['all']) revalidateTag(tag, { expire: 0 });
  return new Response(null, { status: 204 });
}
