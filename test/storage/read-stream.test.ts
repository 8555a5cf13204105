import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { maxWholeBytes } from '../../src/core/format.ts';
import { decompress } from '../../src/storage/read-stream.ts';

test('what a gzip member holds, up to a bound', async () => {
  const zipped = gzipSync(Buffer.alloc(maxWholeBytes + 1), { level: 1 });
  await expect(decompress(zipped)).rejects.toThrow(`more than ${maxWholeBytes} bytes`);
  expect(await decompress(gzipSync('Text'), 4)).toHaveLength(4);
  await expect(decompress(gzipSync('Text'), 3)).rejects.toThrow('more than 3 bytes');
  await expect(decompress(gzipSync('Text').subarray(0, -1))).rejects.toThrow();
});
