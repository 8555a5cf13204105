import type { APIRoute } from 'astro';
import { toAddress } from '../../articles';
import { closed, getMedia, hasPreviews, missing, readDraft } from '../../draft';

export const GET: APIRoute = async ({ request, cookies }) => {
  const { pathname, searchParams } = new URL(request.url);
  if (hasPreviews && pathname.startsWith('/preview/media/')) return getMedia(request, cookies.get('preview')?.value);
  if (!hasPreviews || pathname !== '/preview') return missing();
  const goTo = (address: string) => new Response(null, { status: 307, headers: { ...closed, Location: address } });
  if (searchParams.has('leave')) {
    cookies.delete('preview', { path: '/' });
    return goTo('/');
  }
  const token = searchParams.get('token') ?? '';
  const draft = await readDraft(token);
  const refused = 'This link is not valid, or has ended. Ask for a new one.';
  if (draft === null) return new Response(refused, { status: 401, headers: closed });
  cookies.set('preview', token, { path: '/', httpOnly: true, secure: true, sameSite: 'lax', expires: draft.ends });
  return goTo(toAddress(draft));
};
