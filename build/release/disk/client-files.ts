import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { memoize } from '../../package/memoize.ts';
import { packageFolder } from '../../package/package.ts';
import { valuesSchema } from '../description/describe-fields.ts';
import { toTypes } from '../description/page/tables.ts';
import type { OpenPage } from '../layout/plan-release.ts';

/**
 * The client for readers, as `bundle-client.mjs` made it with this package: the same for every site, but for the types
 * of the fields of its authors. `fields` are these as JSON.
 */
export const clientFiles = memoize((fields: string): OpenPage[] => {
  const read = (name: string): Buffer => readFileSync(join(packageFolder(), 'dist', 'client', name));
  const types = withFields(read('client.d.ts').toString(), JSON.parse(fields));
  const archive = fields === '[]' ? read('client.tgz') : replaceIn(read('client.tgz'), 'package/client.d.ts', types);
  const texts = Object.entries({
    'client.js': read('client.js'),
    'client.d.ts': Buffer.from(types),
    'feed.js': read('feed.js'),
    'feed.d.ts': read('feed.d.ts'),
  });
  return [
    ...texts.map(([name, bytes]) => ({ name, bytes, zipped: gzipSync(bytes, { level: 9 }) })),
    { name: 'client.tgz', bytes: archive, zipped: null },
  ];
}, 10);

function withFields(types: string, fields: Parameters<typeof valuesSchema>[0]): string {
  if (fields.length === 0) return types;
  return types
    .replace(/^export interface FieldValues \{\s*\}/m, () => `export ${toTypes({ FieldValues: valuesSchema(fields) })}`)
    .replace('fields?: FieldValues | undefined;', 'fields: FieldValues;');
}

/** The same archive (ustar of POSIX.1-1988) with another text in one of its files. */
function replaceIn(archive: Buffer, file: string, text: string): Buffer {
  const tar = gunzipSync(archive);
  const at = tar.indexOf(`${file}\0`, 0, 'latin1');
  const blocksOf = (size: number): number => 512 * Math.ceil(size / 512);
  const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
  const content = Buffer.alloc(blocksOf(Buffer.byteLength(text)));
  content.write(text);
  const header = Buffer.from(tar.subarray(at, at + 512));
  header.write(Buffer.byteLength(text).toString(8).padStart(11, '0'), 124, 'latin1');
  // The sum counts itself as spaces.
  header.write(' '.repeat(8), 148, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0`, 148, 'latin1');
  const changed = Buffer.concat([tar.subarray(0, at), header, content, tar.subarray(at + 512 + blocksOf(size))]);
  const zipped = gzipSync(changed, { level: 9 });
  // Of no operating system (RFC 1952 section 2.3.1): Node writes its own there.
  zipped[9] = 255;
  return zipped;
}
