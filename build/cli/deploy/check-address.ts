import { UsageError } from '../../../src/usage-error.ts';
import { cacheFolder } from '../build-options.ts';
import { clock, count } from '../figures.ts';
import type { Output } from '../output.ts';
import type { Config } from '../settings.ts';
import { findSecrets, maxSecretBytes, type Secret } from './secrets.ts';

export interface CheckAddressFlags {
  json?: boolean;
  /** Ends what takes too long; ten seconds by default. */
  signal?: AbortSignal;
}

/** What an address gives out. */
interface Checked {
  address: string;
  found: 'leak' | 'closed' | 'unknown';
  status: number | null;
  message: string;
}

const maxRedirects = 5;

/** `galley deploy check ADDRESS`: asks an address, without a key, for what nobody may have so. 1 where it gives something out. */
export async function runCheckAddress(
  config: Config,
  address: string,
  { json = false, signal = AbortSignal.timeout(10_000) }: CheckAddressFlags,
  output: Output,
): Promise<0 | 1 | 2> {
  const base = toBase(address);
  const { secrets, hasRelease } = await findSecrets(config, cacheFolder.replaceAll('\\', '/'), clock());
  const checked = await Promise.all(secrets.map((secret) => check(secret, base, signal)));
  const [first] = checked;
  if (first !== undefined && checked.every(({ found }) => found === 'unknown'))
    throw new UsageError(`${base.href}: ${first.message}`);
  const [leaks, unknown] = (['leak', 'unknown'] as const).map(
    (kind) => checked.filter(({ found }) => found === kind).length,
  );
  if (json) output.printJson(checked);
  else {
    const words = { leak: 'LEAK', closed: 'ok', unknown: 'UNKNOWN' };
    for (const { address, found, message } of checked) output.print(`${address} ${words[found]} ${message}`);
    if (!hasRelease)
      output.print(
        `There is no release in ${config.out}, so articles and images were not checked. Run galley build, and check again.`,
      );
    if (leaks) output.print(`\n${count(leaks, 'leak')} at ${base.href}. Take it off the network until that is fixed.`);
    else if (unknown) output.print(`\n${count(unknown, 'response')} missing from ${base.href}. Run this again.`);
    else output.print(`\nNothing leaks at ${base.href}.`);
  }
  return leaks ? 1 : unknown ? 2 : 0;
}

/** Throws `UsageError` where it is no address of a server. */
function toBase(address: string): URL {
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : null;
  if (url === null || `${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new UsageError(
      `Found ${JSON.stringify(address)}. Expected an address to check, such as https://articles.example.com.`,
    );
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

async function check({ path, what, fix, isIn }: Secret, base: URL, signal: AbortSignal): Promise<Checked> {
  const { href: address } = new URL(path.split('/').map(encodeURIComponent).join('/'), base);
  try {
    const { status, bytes } = await ask(new URL(address), signal);
    const isLeak = status >= 200 && status < 300 && isIn(bytes);
    const message = isLeak ? `gives ${what} without a key. ${fix}` : `${status}: does not give ${what}.`;
    return { address, found: isLeak ? 'leak' : 'closed', status, message };
  } catch (error) {
    return { address, found: 'unknown', status: null, message: `gives no response: ${reasonOf(error)}.` };
  }
}

/** Asks for an address, and follows redirects to the same host. Throws where there is no response. */
async function ask(address: URL, signal: AbortSignal): Promise<{ status: number; bytes: Buffer }> {
  let at = address;
  for (let followed = 0; followed <= maxRedirects; followed++) {
    const response = await fetch(at, { redirect: 'manual', signal });
    const location = response.headers.get('location');
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (!isRedirect || !URL.canParse(location, at.href))
      return { status: response.status, bytes: await readStart(response) };
    await response.body?.cancel();
    at = new URL(location, at);
    if (at.hostname !== address.hostname) throw new Error(`it redirects to ${at.origin}; check that address`);
  }
  throw new Error(`it redirects more than ${maxRedirects} times`);
}

/** The first bytes of a body; what was received where it breaks off. */
async function readStart({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxSecretBytes) break;
    }
  } catch {}
  return Buffer.concat(chunks).subarray(0, maxSecretBytes);
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED); start the server, or correct the address',
  ENOTFOUND: 'there is no such host (ENOTFOUND); correct the address',
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it took too long';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return reasons[code] ?? (code || (cause instanceof Error ? cause.message : error.message));
}
