import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import {
  articlePath,
  LookupShard,
  lookupPath,
  pagePath,
  pointerPath,
  releaseFolder,
} from '../../../src/core/format.ts';
import { readJson } from '../../../src/core/read-json.ts';
import { openRelease } from '../../../src/core/release.ts';
import { diskPlace } from '../../release/disk/disk-target.ts';
import { readCurrent } from '../../release/ledger/open-ledger.ts';
import type { Config } from '../config.ts';
import { mostBytes } from './ask.ts';

/** What nobody may have without a key. */
export interface Secret {
  /** Below the address that is checked. */
  path: string;
  /** What it gives away. */
  what: string;
  /** How to mend that. */
  fix: string;
  /** Whether an answer with status 200 holds it: some servers answer every path with a page. */
  isIn(bytes: Buffer): boolean;
}

const proxy =
  'Let galley serve answer at this address: the web server in front passes requests on, and serves no folder that holds the release.';
const elsewhere = 'Let the web server serve no folder that holds the project.';
const cached =
  'Something in front of Galley answers without asking it: turn off that cache, or let it pass X-Api-Key on.';
const pointer = matches(/^\s*\{[^}]*"release"\s*:\s*"[\da-f]{32}"/);

/** What an address is asked for, and whether there is a release here whose files are among that. */
export async function findSecrets(
  { out, keys }: Pick<Config, 'out' | 'keys'>,
  cache: string,
  now: number,
): Promise<{ secrets: Secret[]; hasRelease: boolean }> {
  const ofRelease = await findInRelease(out, now);
  const [outPath, keysPath] = [out, keys].map((path) => relative('.', path).replaceAll('\\', '/'));
  const digests = matches(/"digest"\s*:\s*"[\da-f]{64}"/);
  const key = { what: 'the digests of the keys', fix: elsewhere, isIn: digests };
  const secrets: Secret[] = [
    {
      path: `${releaseFolder}${pointerPath}`,
      what: 'the name of the release, and with it every article',
      fix: proxy,
      isIn: pointer,
    },
    { path: `${releaseFolder}articles`, what: 'the list of articles', fix: cached, isIn: matches(/^\{"data":\[/) },
    ...ofRelease,
    {
      path: `${outPath}/${releaseFolder}${pointerPath}`,
      what: 'the folder of the project',
      fix: elsewhere,
      isIn: pointer,
    },
    {
      path: `${cache}/manifest.jsonl`,
      what: 'what builds keep, drafts among it',
      fix: elsewhere,
      isIn: matches(/^[\da-f]{8} \{"/),
    },
    { path: `${keysPath}`, ...key },
    { path: basename(keys), ...key },
    {
      path: '.git/config',
      what: 'the repository, drafts and history among it',
      fix: elsewhere,
      isIn: matches(/^[ \t]*\[core\]/m),
    },
  ];
  // What lies outside the project has no address below it.
  const known = new Map(secrets.map((secret) => [secret.path, secret]));
  const asked = [...known.values()].filter(({ path }) => !isAbsolute(path) && !path.startsWith('..'));
  return { secrets: asked, hasRelease: ofRelease.length > 0 };
}

/** Files of the current release; none where there is no release that can be read. */
async function findInRelease(out: string, now: number): Promise<Secret[]> {
  const { storage, stateOf } = diskPlace(join(out, 'api', 'v1'), false);
  const { release: id } = await readCurrent({ storage, stateOf });
  if (id === null) return [];
  const release = await openRelease(id, storage);
  const [due, total] = [await release.dueCount(now), release.total];
  const secrets: Secret[] = [];
  if (due > 0) {
    const { name, article } = await at(due - 1);
    await add(releaseFolder + pagePath(name), 'a page of articles', proxy);
    await add(releaseFolder + article, 'an article', proxy);
  }
  if (total > due) {
    await add(releaseFolder + (await at(total - 1)).article, 'an article that is not yet due', proxy);
    const picture = await findScheduledPicture();
    if (picture !== null) await add(`media/${picture}`, 'a picture of an article that is not yet due', proxy);
  }
  return secrets;

  async function at(place: number): Promise<{ name: string; article: string }> {
    const [slice] = await release.slices(place, place + 1);
    if (slice === undefined) throw new Error(`The release has no article at ${place}.`);
    const { page, table, from } = slice;
    return { name: page, article: articlePath(table.id(from), table.hash(from)) };
  }

  async function findScheduledPicture(): Promise<string | null> {
    for (const shard of release.shards) {
      const { media } = await readJson(storage, lookupPath(shard), LookupShard, shard);
      const found = media.find(([, place]) => place >= due);
      if (found !== undefined) return found[0];
    }
    return null;
  }

  async function add(path: string, what: string, fix: string): Promise<void> {
    const file = join(out, path);
    // Articles by themselves may be left out of a release.
    if (!existsSync(file)) return;
    const start = await readStart(file);
    const isIn = (bytes: Buffer): boolean => bytes.length > 0 && bytes.equals(start);
    secrets.push({ path, what, fix, isIn });
  }
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function matches(pattern: RegExp): Secret['isIn'] {
  return (bytes) => pattern.test(bytes.toString('latin1'));
}
