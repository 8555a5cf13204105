import type { StoredKey } from '../../../src/core/keys.ts';
import { isUsable } from '../../../src/core/keys.ts';

/** Bytes that a secret of Cloudflare holds. */
export const secretBytes = 5000;

/** The keys that are usable at a time (seconds) as `GALLEY_KEYS`, `GALLEY_KEYS_2` and so on, as many as are needed, none too long. */
export function toSecrets(keys: readonly StoredKey[], at: number): Record<string, string> {
  const values: string[] = [];
  for (const entry of keys.filter((key) => isUsable(key, at)).map(toEntry)) {
    const last = values.at(-1);
    if (last === undefined || last.length + 1 + entry.length > secretBytes) values.push(entry);
    else values[values.length - 1] = `${last},${entry}`;
  }
  return Object.fromEntries(values.map((value, i) => [i === 0 ? 'GALLEY_KEYS' : `GALLEY_KEYS_${i + 1}`, value]));
}

function toEntry({ name, digest, expires }: StoredKey): string {
  const until = expires === undefined ? '' : `:${new Date(expires * 1000).toISOString().replace('.000Z', 'Z')}`;
  return `${name}:${digest}${until}`;
}
