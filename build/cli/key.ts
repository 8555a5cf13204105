import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readKeysFile, writeKeysFile } from '../../src/adapters/node/keys/keys-file.ts';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { isUsable, keyName, type StoredKey } from '../../src/core/keys.ts';
import { parseExpiry, parseKeysVariable } from '../../src/keys/keys-env.ts';
import { UsageError } from '../../src/usage-error.ts';
import { withLock } from '../release/disk/with-lock.ts';
import { clock, toTime } from './figures.ts';
import type { Output } from './output.ts';
import type { Config } from './settings.ts';
import { printRows } from './table.ts';

/** `galley key new`: stores the digest, prints the key. Throws `UsageError` for a bad or used name, or a bad date. */
export async function makeKey(
  config: Config,
  name: string,
  options: { json?: boolean; expires?: string },
  output: Output,
): Promise<0> {
  if (!keyName.test(name)) {
    throw new UsageError(`The name of a key: found ${JSON.stringify(name)}. Expected 1 to 64 letters, digits, _ . -`);
  }
  const expires = options.expires === undefined ? undefined : parseExpiry(options.expires);
  if (expires === null) {
    throw new UsageError(
      `--expires: found ${options.expires}. Expected a date that exists, as YYYY-MM-DD or in RFC 3339.`,
    );
  }
  const key = newKey();
  const stored = { name, digest: sha256(key), ...(expires !== undefined && { expires }) };
  await changeKeys(config, (keys) => {
    if ([...keys, ...keysOfEnvironment()].some((other) => other.name === name)) {
      throw new UsageError(`There is a key named ${name} already. Choose another name. galley key list shows all.`);
    }
    return [...keys, stored];
  });
  if (options.json) output.printJson({ key, ...toRow(stored) }, 0);
  else {
    // Alone on standard output, so that `KEY=$(galley key new web)` holds it.
    output.print(key);
    output.printError(`\nThis is key ${name}. It is shown only once. Its digest is in ${config.keys}.`);
    output.printError(`For GALLEY_KEYS: ${name}:${stored.digest}${options.expires ? `:${options.expires}` : ''}`);
    if (toRow(stored).state === 'expired') output.printError(`It is not accepted: ${options.expires} has passed.`);
  }
  return 0;
}

/**
 * `galley key rotate`: makes a key beside one that is used, which ends after `overlap` hours. Throws `UsageError` where
 * there is no such key that is active.
 */
export async function rotateKey(
  config: Config,
  name: string,
  { overlap, json }: { overlap: number; json?: boolean },
  output: Output,
): Promise<0> {
  const keys = await readKeysFile(config.keys);
  const old = keys.find((key) => key.name === name);
  if (old === undefined || !isUsable(old, clock())) {
    throw new UsageError(`There is no active key named ${name} in ${config.keys}. galley key list shows the names.`);
  }
  const taken = new Set([...keys, ...keysOfEnvironment()].map((key) => key.name));
  const [, base = name, digits = '1'] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? [];
  let number = Number(digits) + 1;
  while (taken.has(`${base}-${number}`)) number++;
  await makeKey(config, `${base}-${number}`, { ...(json && { json }) }, output);
  const expires = clock() + overlap * 3600;
  await changeKeys(config, (all) =>
    all.map((key) => (key.name === name ? { ...key, expires: Math.min(expires, key.expires ?? expires) } : key)),
  );
  output.printError(`Key ${name} is accepted until ${toTime(expires)}.`);
  return 0;
}

/** `galley key list`: keys of the file and of the environment. */
export async function listKeys(config: Config, { json }: { json?: boolean }, output: Output): Promise<0> {
  const rows = [
    ...(await readKeysFile(config.keys)).map((key) => ({ ...toRow(key), source: config.keys })),
    ...keysOfEnvironment().map((key) => ({ ...toRow(key), source: 'GALLEY_KEYS' })),
  ];
  const none = 'There are no keys. Make one with galley key new NAME.';
  const toCells = ({ name, state, expires, source }: (typeof rows)[number]): string[] => {
    return [name, state, expires ?? 'no expiry', source];
  };
  printRows(rows, { json, none, toCells }, output);
  return 0;
}

/** `galley key revoke`: the entry stays, so that its name is not used again. */
export async function revokeKey(config: Config, name: string, output: Output): Promise<0> {
  await changeKeys(config, (keys) => {
    if (keysOfEnvironment().some((key) => key.name === name)) {
      throw new UsageError(`Key ${name} is in GALLEY_KEYS. Remove it there and restart the server.`);
    }
    if (!keys.some((key) => key.name === name)) {
      throw new UsageError(`There is no key named ${name} in ${config.keys}. galley key list shows the names.`);
    }
    return keys.map((key) => (key.name === name ? { ...key, revoked: true } : key));
  });
  output.print(`Key ${name} is revoked. A running server refuses it within a second.`);
  return 0;
}

/** Reads, changes and writes the keys file, under a lock. A folder that is made for it is its owner's alone. */
async function changeKeys({ keys: file }: Config, change: (keys: StoredKey[]) => StoredKey[]): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await withLock(`${file}.lock`, `changing ${file}`, 5000, async () => {
    await writeKeysFile(file, change(await readKeysFile(file)));
  });
}

function keysOfEnvironment(): StoredKey[] {
  return parseKeysVariable(process.env.GALLEY_KEYS ?? '');
}

function toRow(key: StoredKey): { name: string; digest: string; state: string; expires: string | null } {
  const isCurrent = isUsable(key, clock());
  return {
    name: key.name,
    digest: key.digest,
    state: key.revoked ? 'revoked' : isCurrent ? 'active' : 'expired',
    expires: key.expires === undefined ? null : toTime(key.expires),
  };
}
