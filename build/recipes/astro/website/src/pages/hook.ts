import { GALLEY_HOOK_SECRET } from 'astro:env/server';
import type { APIRoute } from 'astro';
import { Webhook } from 'standardwebhooks';
import { sync } from '../articles';

export const POST: APIRoute = async ({ request }) => {
  try {
    new Webhook(GALLEY_HOOK_SECRET).verify(await request.text(), Object.fromEntries(request.headers));
  } catch {
    return new Response(null, { status: 401 });
  }
  await sync();
  return new Response(null, { status: 204 });
};
