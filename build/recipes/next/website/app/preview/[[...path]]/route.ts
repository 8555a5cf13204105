import { cookies, draftMode } from 'next/headers';
import { toAddress } from '../../../articles';
import { closed, getMedia, hasPreviews, missing, readDraft } from '../../../draft';

export async function GET(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (hasPreviews && pathname.startsWith('/preview/media/')) return getMedia(request);
  if (!hasPreviews || pathname !== '/preview') return missing();
  const [mode, jar] = [await draftMode(), await cookies()];
  const goTo = (address: string) => new Response(null, { status: 307, headers: { ...closed, Location: address } });
  if (searchParams.has('leave')) {
    mode.disable();
    jar.delete('preview');
    return goTo('/');
  }
  const token = searchParams.get('token') ?? '';
  const draft = await readDraft(token);
  const refused = 'This link is not valid, or has ended. Ask for a new one.';
  if (draft === null) return new Response(refused, { status: 401, headers: closed });
  mode.enable();
  jar.set('preview', token, { httpOnly: true, secure: true, sameSite: 'lax', expires: draft.ends });
  return goTo(toAddress(draft));
}
