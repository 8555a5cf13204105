import { extname } from 'node:path';
import { mediaTypes } from '../../../src/public-files/media-types.ts';

/** Of what a release has beside media. */
const others: ReadonlyMap<string, string> = new Map([
  ['gz', 'application/gzip'],
  ['html', 'text/html;charset=utf-8'],
  ['json', 'application/json'],
  ['md', 'text/markdown;charset=utf-8'],
  ['txt', 'text/plain;charset=utf-8'],
]);

/** For people who look into a store: what serves it has types of its own. */
export function mediaType(path: string): string {
  const ending = extname(path).slice(1).toLowerCase();
  return mediaTypes.get(ending) ?? others.get(ending) ?? 'application/octet-stream';
}
