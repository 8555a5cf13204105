import { assetTypeOf } from '../../src/core/asset-name.ts';
import type { Media } from '../source/media.ts';
import { readReal } from '../source/read-real.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { PreviewReply } from './reply.ts';

/** The bytes of a file that a build found; null where it is gone or cannot be read. */
export function readSource({ file }: SourceFile): Uint8Array | null {
  try {
    return readReal(file);
  } catch {
    return null;
  }
}

/**
 * The picture at a path of the content folder; null where its content is no longer the one that `name` holds the hash of.
 * It is looked up as in a build, so that no link on disk leads out of the folder.
 */
export function findPicture(media: Pick<Media, 'find'>, path: string, name: string): PreviewReply | null {
  try {
    const medium = media.find(path);
    if (medium === null || medium.name !== name) return null;
    const type = assetTypeOf(name) ?? 'application/octet-stream';
    return { status: 200, type, body: readReal(medium.file), policy: 'picture' };
  } catch {
    // It is gone, or was replaced.
    return null;
  }
}
