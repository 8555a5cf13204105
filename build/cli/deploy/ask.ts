/** What a server answers to a request without a key. */
export interface Answered {
  status: number;
  /** The first bytes of the body, `mostBytes` at most. */
  bytes: Buffer;
}

/** So much of a body tells what it is. */
export const mostBytes = 64 * 1024;

const mostRedirects = 5;

/** Asks for an address, and follows redirects to the same host. Throws an `Error` that says why there is no answer. */
export async function ask(address: URL, signal: AbortSignal): Promise<Answered> {
  let at = address;
  for (let followed = 0; followed <= mostRedirects; followed++) {
    const response = await fetch(at, { redirect: 'manual', signal }).catch((error) => {
      throw new Error(reasonOf(error));
    });
    const location = response.headers.get('location');
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (!isRedirect || !URL.canParse(location, at.href))
      return { status: response.status, bytes: await readStart(response) };
    await response.body?.cancel();
    at = new URL(location, at);
    if (at.hostname !== address.hostname) throw new Error(`it redirects to ${at.origin}: check that address`);
  }
  throw new Error(`it redirects more than ${mostRedirects} times`);
}

/** What came of a body that breaks off says as much. */
async function readStart({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of body ?? []) {
      pieces.push(piece);
      size += piece.length;
      if (size >= mostBytes) break;
    }
  } catch {}
  return Buffer.concat(pieces).subarray(0, mostBytes);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  return cause instanceof Error ? ('code' in cause && String(cause.code)) || cause.message : error.message;
}
