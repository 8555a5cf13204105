import { readKeysFile } from '../../../src/adapters/node/keys/keys-file.ts';
import { isUsable, type StoredKey } from '../../../src/core/keys.ts';
import { toKeysEntry } from '../../../src/keys/keys-env.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { clock } from '../figures.ts';
import type { Output } from '../output.ts';
import type { Config } from '../settings.ts';

/** Bytes that a secret of Cloudflare holds. */
export const secretBytes = 5000;

/** `galley deploy keys cloudflare`: the digests of the keys that can be used, as `wrangler secret bulk` reads secrets. */
export async function printKeys({ keys: file }: Config, output: Output): Promise<0> {
  const secrets = toSecrets(await readKeysFile(file), clock());
  if (Object.keys(secrets).length === 0)
    throw new UsageError(`There is no active key in ${file}. Make one with galley key new NAME.`);
  output.printJson(secrets);
  return 0;
}

/** The keys that are usable at a time (seconds) as `GALLEY_KEYS`, `GALLEY_KEYS_2` and so on, as many as are needed, none too long. */
export function toSecrets(keys: readonly StoredKey[], at: number): Record<string, string> {
  const values: string[] = [];
  for (const key of keys.filter((each) => isUsable(each, at))) {
    const entry = toKeysEntry(key);
    const last = values.at(-1);
    if (last === undefined || last.length + 1 + entry.length > secretBytes) values.push(entry);
    else values[values.length - 1] = `${last},${entry}`;
  }
  return Object.fromEntries(values.map((value, i) => [i === 0 ? 'GALLEY_KEYS' : `GALLEY_KEYS_${i + 1}`, value]));
}
