import { assetFolder, draftAssetFolder, parseAssetAddress } from '../core/asset-name.ts';
import { findPlaces, type OpenedDrafts, toPreview, withoutMarks } from '../core/drafts.ts';
import { textOfBytes } from '../core/encoding.ts';
import type { StoredKey } from '../core/keys.ts';
import { noAddress, problem } from '../core/problem.ts';
import type { Release } from '../core/release.ts';
import { compose, type RequestHeader } from '../core/reply.ts';
import { wholeView } from '../core/view.ts';
import { type PublicResponse, publicAssets } from './public-assets.ts';
import type { PublicFilesOptions } from './public-pages.ts';

const path = `/${draftAssetFolder}`;

/** Whether a path is that of an asset of a release of drafts. */
export function isOfDraftAssets(pathname: string): boolean {
  return pathname.startsWith(path);
}

/** Responds to GET and HEAD of such a path, for a key of drafts. */
export type DraftAssets = (
  key: StoredKey,
  method: string,
  pathname: string,
  header: RequestHeader,
  now: number,
) => Promise<PublicResponse>;

/** Files that articles of the release of drafts refer to, as `publicAssets` gives others; of `only` these articles. */
export function draftAssets(drafts: Pick<PublicFilesOptions, 'storage' | 'verify'> & OpenedDrafts): DraftAssets {
  const findAsset = publicAssets(drafts);
  return async ({ only }, method, pathname, header, now) => {
    const found = await find().catch((error): PublicResponse => ({ reply: drafts.fail(error) }));
    const { reply, file }: PublicResponse = found ?? { reply: problem(404, noAddress) };
    return { reply: toPreview(reply), file: file && { ...file, drafts: drafts.storage } };

    async function find(): Promise<PublicResponse | null> {
      const asset = `/${assetFolder}${pathname.slice(path.length)}`;
      const release = only && (await drafts.release(now));
      if (release && !(await isReferredTo(asset, only, release))) return null;
      return findAsset(method, asset, withoutMarks(header), now);
    }
  };

  /** Whether one of a few articles refers to an asset: no table says so of all. */
  async function isReferredTo(asset: string, only: readonly string[], release: Release): Promise<boolean> {
    const { name = '' } = parseAssetAddress(asset) ?? {};
    if ((await release.findAsset(name)) === null) return false;
    const address = `${path}${encodeURIComponent(name)}`;
    for (const place of await findPlaces(only, release)) {
      const slices = await release.slices(place, place + 1);
      const { body } = compose(release.id, slices, 'identity', { ...wholeView, includeDetails: true }, ['', ''], {});
      if (textOfBytes(await drafts.read(body)).includes(address)) return true;
    }
    return false;
  }
}
