import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import { assetFolder, draftAssetFolder } from '../../../src/core/asset-name.ts';
import {
  articlePath,
  LookupShard,
  lookupPath,
  pagePath,
  pointerPath,
  releaseFolder,
} from '../../../src/core/format.ts';
import { readJson } from '../../../src/core/read-json.ts';
import { openRelease, type Release } from '../../../src/core/release.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { readCurrent } from '../../release/ledger/open-ledger.ts';
import { releaseStore } from '../../release/store/disk-store.ts';
import { toDraftsFolder } from '../drafts.ts';
import type { Config } from '../settings.ts';

/** What nobody may have without a key. */
export interface Secret {
  /** Below the address that is checked. */
  path: string;
  /** What it gives away. */
  what: string;
  fix: string;
  /** Whether a response with status 200 holds it: some servers send a page for every path. */
  isIn(bytes: Buffer): boolean;
}

/** These bytes of a body are enough to recognise it. */
export const maxSecretBytes = 64 * 1024;

const proxy =
  'Configure the web server to pass this address on to galley serve, and to serve no folder that contains the release.';
const elsewhere = 'Configure the web server to serve no folder that contains the project.';
const cached = 'A cache in front of Galley responds by itself. Turn it off, or let it pass X-Api-Key on to Galley.';
const pointer = /^\s*\{[^}]*"release"\s*:\s*"[\da-f]{32}"/;
const digests = /"digest"\s*:\s*"[\da-f]{64}"/;

/** What an address is asked for, and whether there is a release here whose files are among that. */
export async function findSecrets(
  { out, keys }: Pick<Config, 'out' | 'keys'>,
  cache: string,
  now: number,
): Promise<{ secrets: Secret[]; hasRelease: boolean }> {
  const ofRelease = await findInRelease(out, now);
  const drafts = toDraftsFolder(out);
  const paths = [out, keys, drafts].map((path) => relative('.', path).replaceAll('\\', '/'));
  const [outPath = '', keysPath = '', draftsPath = ''] = paths;
  const secret = (path: string, what: string, fix: string, pattern: RegExp): Secret => {
    return { path, what, fix, isIn: (bytes) => pattern.test(bytes.toString('latin1')) };
  };
  const secrets = [
    secret(releaseFolder + pointerPath, 'the name of the release, which leads to all articles', proxy, pointer),
    secret(`${releaseFolder}articles`, 'the list of articles', cached, /^\{"data":\[/),
    ...ofRelease,
    ...(await findDraftImage(drafts, out)),
    secret(`${draftsPath}/${releaseFolder}${pointerPath}`, 'the release of drafts', elsewhere, pointer),
    secret(`${outPath}/${releaseFolder}${pointerPath}`, 'the folder of the project', elsewhere, pointer),
    secret(`${cache}/manifest.jsonl`, 'the cache of builds, with drafts', elsewhere, /^[\da-f]{8} \{"/),
    secret(keysPath, 'the digests of the keys', elsewhere, digests),
    secret(basename(keys), 'the digests of the keys', elsewhere, digests),
    secret('.git/config', 'the repository, with drafts and history', elsewhere, /^[ \t]*\[core\]/m),
  ];
  // What lies outside the project has no address below it.
  const known = new Map(secrets.map((each) => [each.path, each]));
  const inside = [...known.values()].filter(({ path }) => !isAbsolute(path) && !path.startsWith('..'));
  return { secrets: inside, hasRelease: ofRelease.length > 0 };
}

/** Files of the current release; none where there is no release that can be read. */
async function findInRelease(out: string, now: number): Promise<Secret[]> {
  const current = await openCurrent(out);
  if (current === null) return [];
  const { release } = current;
  const [published, total] = [await release.publishedCount(now), release.total];
  const secrets: Secret[] = [];
  if (published > 0) {
    const { name, article } = await findAt(published - 1);
    await add(releaseFolder + pagePath(name), 'a page of articles');
    await add(releaseFolder + article, 'an article');
  }
  if (total > published) {
    await add(releaseFolder + (await findAt(total - 1)).article, 'an article that is not yet published');
    const image = await findImage(current, ([, place]) => place >= published);
    if (image !== null) await add(assetFolder + image, 'an image of an article that is not yet published');
  }
  return secrets;

  async function findAt(place: number): Promise<{ name: string; article: string }> {
    const [slice] = await release.slices(place, place + 1);
    if (slice === undefined) throw new Error(`The release has no article at ${place}.`);
    const { page, table, from } = slice;
    return { name: page, article: articlePath(table.id(from), table.hash(from)) };
  }

  async function add(path: string, what: string): Promise<void> {
    secrets.push(...(await toSecret(join(out, path), path, what, proxy)));
  }
}

/** The addresses of an image that only the release of drafts has; none where there is no such image. */
async function findDraftImage(drafts: string, out: string): Promise<Secret[]> {
  const [current, shown] = [await openCurrent(drafts), await openCurrent(out)];
  const isHidden = async ([name]: Media) => shown === null || (await shown.release.findAsset(name)) === null;
  const name = current && (await findImage(current, isHidden));
  if (!name) return [];
  const file = join(drafts, assetFolder, name);
  const addresses = [assetFolder + name, draftAssetFolder + name];
  return (await Promise.all(addresses.map((path) => toSecret(file, path, 'an image of a draft', proxy)))).flat();
}

interface Current {
  release: Release;
  storage: Storage;
}

async function openCurrent(out: string): Promise<Current | null> {
  const storage = releaseStore(join(out, 'api', 'v1'), false);
  const { release } = await readCurrent(storage);
  return release === null ? null : { release: await openRelease(release, storage), storage };
}

type Media = LookupShard['media'][number];

async function findImage(
  { release, storage }: Current,
  isWanted: (found: Media) => boolean | Promise<boolean>,
): Promise<string | null> {
  for (const shard of release.shards) {
    const { media } = await readJson(storage, lookupPath(shard), LookupShard, shard);
    for (const found of media) if (await isWanted(found)) return found[0];
  }
  return null;
}

/** What a file holds, at this address; nothing where there is no such file: a release may have no articles by themselves. */
async function toSecret(file: string, path: string, what: string, fix: string): Promise<Secret[]> {
  if (!existsSync(file)) return [];
  const start = (await readFile(file)).subarray(0, maxSecretBytes);
  return [{ path, what, fix, isIn: (bytes) => bytes.length > 0 && bytes.equals(start) }];
}
