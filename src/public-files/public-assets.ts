import { type AssetName, assetFolder, isShown, isTextAsset, parseAssetAddress } from '../core/asset-name.ts';
import { type Awaitable, whenReady } from '../core/awaitable.ts';
import { chooseCoding } from '../core/content-coding.ts';
import { MissingFile } from '../core/file-errors.ts';
import { problem, unavailable } from '../core/problem.ts';
import type { Release } from '../core/release.ts';
import type { Reply, RequestHeader } from '../core/reply.ts';
import type { Storage } from '../core/storage.ts';
import { checkPreconditions, isRangeWanted, selectRange } from './conditions.ts';
import { type PublicFilesOptions, publicHeaders } from './public-pages.ts';
import type { AssetPart } from './read-asset.ts';

/** The body is that of `reply`, or else `file`. */
export interface PublicResponse {
  reply: Reply;
  file?: AssetPart | undefined;
}

/** Responds to GET and HEAD of a path under `/media`; null where there is no such file. */
export type PublicAssets = (
  method: string,
  pathname: string,
  header: RequestHeader,
  now: number,
  release: Release | null,
) => Promise<PublicResponse | null>;

/**
 * The name of an asset says its content, but not for how long it is open: what is taken down is gone from caches after
 * five minutes, also from those that would send what is stale while they ask (`must-revalidate`). An SVG opened by
 * itself may draw and style, and nothing else.
 */
const assetHeaders = {
  ...publicHeaders,
  'Cache-Control': 'public, max-age=300, must-revalidate',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Accept-Ranges': 'bytes',
} as const;

/** Files that are remembered as verified. */
const maxVerified = 4096;

/**
 * Files that published articles refer to, whole, or one range of them; of all others there is none, whatever lies in
 * the folder. Before there is a release nobody knows, and the response is 503. Throws `MissingFile` where the file of a
 * published article is not there.
 */
export function publicAssets({ storage, verify }: Pick<PublicFilesOptions, 'storage' | 'verify'>): PublicAssets {
  /** Stamps by path; '' where the storage has none, and the file is taken to stay as it is. */
  const verified = new Map<string, string>();
  return async (method, pathname, header, now, release) => {
    if (!pathname.startsWith(`/${assetFolder}`)) return null;
    const asset = parseAssetAddress(pathname);
    // Asked of every name, so that the time until a 404 does not show which ones exist.
    const isOpen = await isOpenAsset(release, asset?.name ?? '', now);
    if (isOpen === null) return { reply: unavailable() };
    if (!isOpen || asset === null) return null;
    const found = await find(storage, asset, header);
    if (found === null) throw new MissingFile(`${assetFolder}${asset.name}`);
    return respond(asset, found, method === 'HEAD', header);
  };

  async function respond(
    asset: AssetName,
    found: Found,
    isHead: boolean,
    header: RequestHeader,
  ): Promise<PublicResponse> {
    const { path, size, isGzip } = found;
    const tag = `"${asset.hash}${isGzip ? '-gz' : ''}"`;
    const headers: Record<string, string> & { ETag: string } = { ...assetHeaders, ETag: tag };
    if (isTextAsset(asset.name)) headers.Vary = 'Accept-Encoding';
    const range = !isHead && isRangeWanted(header, tag) ? selectRange(header('range'), size) : null;
    const instead = checkPreconditions(header, headers);
    if (instead !== null) return { reply: instead };
    if (range === 'none') return { reply: noRange(size) };
    const stamp = (await storage.stamp?.(path)) ?? '';
    const isVerified = verified.get(path) === stamp;
    const note = (): void => {
      if (verified.size >= maxVerified) verified.clear();
      verified.set(path, stamp);
    };
    if (!isVerified && verify !== undefined) await verify(path).then(note);
    const { start, end } = range ?? { start: 0, end: size };
    if (range !== null) headers['Content-Range'] = `bytes ${start}-${end - 1}/${size}`;
    headers['Content-Type'] = asset.type;
    // RFC 8187: a name in any script, without the hash.
    if (!isShown(asset.type))
      headers['Content-Disposition'] =
        `attachment; filename*=UTF-8''${encodeURIComponent(asset.name.replace(`${asset.hash}.`, ''))}`;
    headers['Content-Length'] = String(end - start);
    if (isGzip) headers['Content-Encoding'] = 'gzip';
    const onVerified = isVerified || verify !== undefined ? null : note;
    return {
      reply: { status: range === null ? 200 : 206, headers, body: [] },
      ...(!isHead && { file: { ...found, start, end, onVerified } }),
    };
  }
}

/** A file, and what was read of it to learn its size. */
type Found = Pick<AssetPart, 'path' | 'size' | 'isGzip' | 'bytes'>;

/** Compressed where that form exists and the client accepts it. */
async function find(storage: Storage, { name }: AssetName, header: RequestHeader): Promise<Found | null> {
  const path = `${assetFolder}${name}`;
  const wantsGzip = isTextAsset(name) && chooseCoding(header('accept-encoding')) === 'gzip';
  return (wantsGzip ? await measure(storage, `${path}.gz`, true) : null) ?? measure(storage, path, false);
}

async function measure(storage: Storage, path: string, isGzip: boolean): Promise<Found | null> {
  const bytes = storage.size === undefined ? await storage.read(path) : null;
  const size = bytes?.length ?? (await storage.size?.(path)) ?? null;
  return size === null ? null : { path, size, isGzip, bytes };
}

/** RFC 9110 section 15.5.17. */
function noRange(size: number): Reply {
  return problem(416, `The file has ${size} bytes, and none in this range.`, {
    'Content-Range': `bytes */${size}`,
  });
}

/** Whether an article refers to an asset that is published at `now` (seconds); null without a release that could say. */
export function isOpenAsset(release: Release | null, name: string, now: number): Awaitable<boolean | null> {
  if (release === null) return null;
  return whenReady(release.publishedCount(now), (published) => {
    return whenReady(release.findAsset(name), (place) => place !== null && place < published);
  });
}
