import { statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { isIn } from './content-folders.ts';
import { isAssetPath } from './media.ts';

/**
 * The folder beside the content folder that holds a picture or recording which is not in a content folder, relative to the working
 * directory; null where there is no such file, or it lies outside of that. `target` is relative to `content`.
 */
export function outsideFolder(content: string, target: string): string | null {
  const file = join(content, target);
  if (!isAssetPath(target) || !isIn(resolve(file), process.cwd())) return null;
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  const [up = ''] = /^(?:\.\.\/)*/.exec(target) ?? [];
  const [first = ''] = target.slice(up.length).split('/');
  const folder = join(content, up, first);
  // A file beside the content folder is in none but the one that holds both.
  return folder === file ? null : relative('', folder).split(sep).join('/');
}
