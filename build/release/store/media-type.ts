import { extname } from 'node:path';
import { assetTypeOf } from '../../../src/core/asset-name.ts';

/** Of what a release has beside assets. */
const others: ReadonlyMap<string, string> = new Map([
  ['gz', 'application/gzip'],
  ['html', 'text/html;charset=utf-8'],
  ['json', 'application/json'],
  ['md', 'text/markdown;charset=utf-8'],
  ['txt', 'text/plain;charset=utf-8'],
]);

/** For people who look into a store: what serves it has types of its own. */
export function mediaType(path: string): string {
  return assetTypeOf(path) ?? others.get(extname(path).slice(1).toLowerCase()) ?? 'application/octet-stream';
}
