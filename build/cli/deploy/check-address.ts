import { UsageError } from '../../../src/usage-error.ts';
import { cacheFolder } from '../build-options.ts';
import { clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { count } from '../count.ts';
import type { Output } from '../output.ts';
import { ask } from './ask.ts';
import { findSecrets, type Secret } from './secrets.ts';

export interface CheckAddressOptions {
  json: boolean;
  /** Ends what takes too long; ten seconds by default. */
  signal?: AbortSignal;
}

/** What an address gives out. */
interface Asked {
  address: string;
  found: 'leak' | 'closed' | 'unknown';
  status: number | null;
  message: string;
}

/** `galley deploy check URL`: asks an address, without a key, for what nobody may have so. 1 where it gives something out. */
export async function runCheckAddress(
  config: Config,
  address: string,
  { json, signal = AbortSignal.timeout(10_000) }: CheckAddressOptions,
  output: Output,
): Promise<0 | 1 | 2> {
  const base = toBase(address);
  const { secrets, hasRelease } = await findSecrets(config, cacheFolder.replaceAll('\\', '/'), clock());
  const asked = await Promise.all(secrets.map((secret) => askFor(secret, base, signal)));
  const [first] = asked;
  if (first !== undefined && asked.every(({ found }) => found === 'unknown'))
    throw new UsageError(`${base.href} could not be checked: ${first.message}`);
  if (json) output.printJson(asked);
  else print(asked, base, hasRelease ? null : config.out, output);
  if (asked.some(({ found }) => found === 'leak')) return 1;
  return asked.some(({ found }) => found === 'unknown') ? 2 : 0;
}

/** Throws `UsageError` where it is no address of a server. */
function toBase(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.host === '' || `${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new UsageError(
      `Found ${JSON.stringify(address)}. Expected an address to check, such as https://articles.example.com.`,
    );
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

async function askFor({ path, what, fix, isIn }: Secret, base: URL, signal: AbortSignal): Promise<Asked> {
  const address = new URL(path.split('/').map(encodeURIComponent).join('/'), base);
  try {
    const { status, bytes } = await ask(address, signal);
    const isLeak = status >= 200 && status < 300 && isIn(bytes);
    const message = isLeak ? `Gives out ${what}, without a key. ${fix}` : `${status}: does not give out ${what}.`;
    return { address: address.href, found: isLeak ? 'leak' : 'closed', status, message };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { address: address.href, found: 'unknown', status: null, message: `Could not be asked: ${reason}.` };
  }
}

function print(asked: readonly Asked[], base: URL, missing: string | null, output: Output): void {
  const words = { leak: 'LEAK', closed: 'ok', unknown: 'UNKNOWN' };
  for (const { address, found, message } of asked) output.print(`${address} ${words[found]} ${message}`);
  if (missing !== null)
    output.print(
      `There is no release in ${missing} here, so its articles and pictures were not asked for. Run galley build first.`,
    );
  const leaks = asked.filter(({ found }) => found === 'leak').length;
  const unknown = asked.filter(({ found }) => found === 'unknown').length;
  if (leaks > 0)
    output.print(`\n${count(leaks, 'leak')} at ${base.href}. Take it off the network until that is mended.`);
  else if (unknown > 0) output.print(`\n${count(unknown, 'answer')} missing from ${base.href}. Check again.`);
  else output.print(`\nNothing leaks at ${base.href}.`);
}
