import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readKeysFile, writeKeysFile } from '../../src/adapters/node/keys/keys-file.ts';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { findKeyError, isUsable, keyName, type StoredKey } from '../../src/core/keys.ts';
import { parseExpiry, parseKeysVariable, toKeysEntry } from '../../src/keys/keys-env.ts';
import { UsageError } from '../../src/usage-error.ts';
import { withLock } from '../release/disk/with-lock.ts';
import { clock, toTime } from './figures.ts';
import { openDraftsRelease } from './open-drafts.ts';
import type { Output } from './output.ts';
import { toOrigin } from './setting-types.ts';
import type { Config } from './settings.ts';
import { printRows } from './table.ts';

/** What `galley key new` is given of a key. */
export interface KeyFlags extends Pick<StoredKey, 'limit'> {
  expires?: string;
  drafts?: boolean;
  only?: readonly string[];
  origin?: readonly string[];
  json?: boolean;
}

/** `galley key new`: stores the digest, prints the key. Throws `UsageError` for a bad or used name, date, or origin. */
export async function makeKey(
  config: Config,
  name: string,
  { json, drafts, only, origin, limit, ...options }: KeyFlags,
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
  const strange = only?.find((slug) => !/^[\p{L}\p{M}\p{N}._-]+$/u.test(slug));
  if (strange !== undefined)
    throw new UsageError(`--only: found ${JSON.stringify(strange)}. Expected the slug of an article.`);
  const slugs = only?.map((slug) => slug.normalize('NFC'));
  const opens = { expires, drafts, only: slugs, origins: origin?.map(toOrigin), limit };
  await addKey(config, name, opens, json, output);
  if (drafts) await nameMissing(config, slugs ?? [], output);
  return 0;
}

/** Stores a key that opens this, and prints it. Throws `UsageError` where no key can open it, or the name is used. */
async function addKey(
  config: Config,
  name: string,
  opens: Omit<StoredKey, 'name' | 'digest'>,
  json: boolean | undefined,
  output: Output,
): Promise<void> {
  const key = newKey();
  const stored = { name, digest: sha256(key), ...opens };
  const keyError = findKeyError(stored);
  if (keyError !== null) throw new UsageError(`The key ${name} could not be used. ${keyError}`);
  await changeKeys(config, (keys) => {
    if ([...keys, ...keysOfEnvironment()].some((other) => other.name === name)) {
      throw new UsageError(`There is a key named ${name} already. Choose another name. galley key list shows all.`);
    }
    return [...keys, stored];
  });
  if (json) output.printJson({ key, ...toRow(stored) }, 0);
  else {
    // Alone on standard output, so that `KEY=$(galley key new web)` holds it.
    output.print(key);
    output.printError(`\nThis is key ${name}. It is shown only once. Its digest is in ${config.keys}.`);
    output.printError(`For GALLEY_KEYS: ${toKeysEntry(stored)}`);
    const { state, expires } = toRow(stored);
    if (state === 'expired') output.printError(`It is not accepted: ${expires} has passed.`);
  }
}

/** Names slugs that no article of the release of drafts has: they may be misspelt. */
async function nameMissing(config: Config, only: readonly string[], output: Output): Promise<void> {
  const { out, release } = await openDraftsRelease(config);
  if (release === null)
    return output.printError(`There is no release of drafts in ${out} yet. Make one with galley build --drafts.`);
  for (const slug of only)
    if ((await release.find(/^\d+$/.test(slug) ? Number(slug) : slug)) === null)
      output.printError(`No article of ${out} has the slug ${slug}: with this key, nobody sees one until one has it.`);
}

/**
 * `galley key rotate`: makes a key beside one that is used, which ends after `overlap` hours. It opens the same; one of
 * drafts ends when the other would have. Throws `UsageError` where there is no such key that is active.
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
  const { drafts, only, origins, limit } = old;
  const opens = drafts ? { drafts, only, expires: old.expires } : { origins, limit };
  await addKey(config, `${base}-${number}`, opens, json, output);
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
  const toCells = ({ name, state, expires, source, ...opens }: (typeof rows)[number]): string[] => {
    return [name, state, expires ?? 'no expiry', toOpens(opens), source];
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

function toRow({ drafts = false, only, origins, limit, ...key }: StoredKey) {
  const isCurrent = isUsable(key, clock());
  return {
    name: key.name,
    digest: key.digest,
    state: key.revoked ? 'revoked' : isCurrent ? 'active' : 'expired',
    expires: key.expires === undefined ? null : toTime(key.expires),
    drafts,
    only,
    origins,
    limit,
  };
}

/** What a key opens, for people. */
function toOpens({ drafts, only, origins, limit }: Pick<StoredKey, 'drafts' | 'only' | 'origins' | 'limit'>): string {
  if (drafts) return only ? `drafts: ${only.join(', ')}` : 'drafts';
  if (origins === undefined || limit === undefined) return 'the public release';
  return `the public release to pages of ${origins.join(', ')}, ${limit.requests} requests in ${limit.seconds} s`;
}
