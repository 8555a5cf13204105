import { resolve } from 'node:path';
import type { Position } from '../problems/problem.ts';

/**
 * The address that opens a file in an editor: `setting` with `{path}`, `{line}` and `{column}` filled in. The path is that
 * on this machine, from its root on, with its segments encoded.
 */
export function editorAddress(setting: string, file: string, { line, column }: Position): string {
  return setting
    .replaceAll('{path}', () => encodePath(resolve(file).replaceAll('\\', '/')))
    .replaceAll('{line}', `${line}`)
    .replaceAll('{column}', `${column}`);
}

/** On Windows the letter of a drive comes first, which addresses have after a slash. */
function encodePath(path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return encoded.replace(/^([a-z])%3A/i, '/$1:');
}
