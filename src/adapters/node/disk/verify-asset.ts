import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { crc32, createGunzip } from 'node:zlib';
import { checksumOfAsset } from '../../../core/asset-name.ts';
import { DamagedFile, FailedRead, MissingFile } from '../../../core/file-errors.ts';

/**
 * Reads an asset in chunks, and checks it by the CRC-32 in its name, which its compressed form `.gz` has, too. A file
 * with another name is not checked. Rejects with `DamagedFile`, which names `path`, `MissingFile`, or, where no more
 * files can be opened, `FailedRead`.
 */
export async function verifyAsset(file: string, path: string): Promise<void> {
  const named = checksumOfAsset(path);
  if (named === null) return;
  let found = 0;
  const sum = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) found = crc32(chunk, found);
  };
  try {
    const source = createReadStream(file);
    await (named.isGzip ? pipeline(source, createGunzip(), sum) : pipeline(source, sum));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new MissingFile(path);
    if (code === 'EMFILE' || code === 'ENFILE') throw new FailedRead(path, `too many files are open (${code})`);
    throw new DamagedFile(path, `it cannot be read (${code})`);
  }
  if (found !== named.crc) throw new DamagedFile(path);
}
