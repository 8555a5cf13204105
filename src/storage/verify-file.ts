import { crc32, gunzipSync } from 'node:zlib';
import { DamagedFile } from '../core/file-errors.ts';
import { checksumOf, maxWholeBytes } from '../core/format.ts';
import { closingOf, readTable } from '../core/page-table.ts';
import { readChecked } from '../core/read-json.ts';
import type { Storage } from '../core/storage.ts';
import { isAsWritten } from './range-source.ts';

/** Reads a file of a release whole. Throws `MissingFile` or `DamagedFile`, of it or of its table, where it is not what was written. */
export async function verifyFile(storage: Storage, path: string): Promise<void> {
  const [, page, kind] = /^pages\/([0-9a-f]{32})\.([a-z\d.-]+)$/.exec(path) ?? [];
  if (page === undefined) {
    const [, hash = null, ending] = /\b([0-9a-f]{32})\.(?:[a-z]+)(\.gz)?$/.exec(path) ?? [];
    const bytes = await readChecked(storage, path, ending === undefined ? hash : null);
    if (hash !== null && ending !== undefined && crc32(unzip(path, bytes)) !== checksumOf(hash))
      throw new DamagedFile(path);
    return;
  }
  const table = await readTable(storage, page);
  if (kind === 'table') return;
  if (kind === 'heads') {
    const checksums = table.headsChecksums(false);
    const bytes = await readChecked(storage, path, null);
    const isRight = bytes.length === checksums.size && isAsWritten(bytes, 0, checksums.blocks.length, checksums, crc32);
    if (!isRight) throw new DamagedFile(path);
    return;
  }
  const coding = kind === 'json' ? 'identity' : 'gzip';
  const isWithout = kind === 'without-h1.json.gz';
  const checksums = table.checksums(coding, isWithout);
  const bytes = await readChecked(storage, path, null);
  if (!isAsWritten(bytes, 0, checksums.blocks.length, checksums, crc32)) throw new DamagedFile(path);
  // Its end has the CRC-32 of what it holds.
  if (isWithout) unzip(path, bytes);
  else if (!Buffer.from(bytes.subarray(checksums.size)).equals(Buffer.from(closingOf(table, coding), 'latin1')))
    throw new DamagedFile(path);
}

function unzip(path: string, bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxWholeBytes });
  } catch {
    throw new DamagedFile(path, 'it is not in gzip');
  }
}
