import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { nodeGzip } from '../../src/adapters/node/node-gzip.ts';
import type { Body } from '../../src/core/body.ts';
import { DamagedFile } from '../../src/core/file-errors.ts';
import { type CompressOptions, compressBodies } from '../../src/storage/compress-bodies.ts';
import type { RangeSource } from '../../src/storage/range-source.ts';

const nowhere: RangeSource = {
  acquire: () => {
    throw new DamagedFile('pages/x.heads');
  },
};

/** Counts what is compressed. */
function counting(options: Partial<CompressOptions> = {}) {
  const counts = { made: 0 };
  const compress = compressBodies({
    sourceOf: () => nowhere,
    ...options,
    gzip: async (bytes) => {
      counts.made++;
      return nodeGzip(bytes);
    },
  });
  return { compress, counts };
}

const toBody = (text: string): Body => ({ parts: [text.slice(0, 3), Buffer.from(text.slice(3))], size: text.length });

test.each([
  ['Node, short', nodeGzip, 100],
  ['Node, a page of heads', nodeGzip, 50_000],
  ['Node, by a thread', nodeGzip, 300_000],
  ['Web streams', undefined, 50_000],
])('a body is one gzip member: %s', async (_, gzip, length) => {
  const text = Array.from({ length }, (_, i) => String.fromCharCode(97 + ((i * i) % 23))).join('');
  const bytes = await compressBodies({ sourceOf: () => nowhere, gzip })('tag', toBody(text));
  expect(gunzipSync(bytes).toString()).toBe(text);
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});

test('requests for the same tag at the same time, and later ones, have it compressed once', async () => {
  const { compress, counts } = counting();
  const all = await Promise.all([1, 2, 3].map(() => compress('a', toBody('text'))));
  all.push(await compress('a', toBody('text')));
  expect([counts.made, new Set(all).size]).toEqual([1, 1]);
  await compress('b', toBody('text'));
  expect(counts.made).toBe(2);
});

test('where requests may not wait for one another, each has it compressed until it is kept', async () => {
  const { compress, counts } = counting({ noSharedWaits: true });
  await Promise.all([1, 2, 3].map(() => compress('a', toBody('text'))));
  await compress('a', toBody('text'));
  expect(counts.made).toBe(3);
});

test('no more is kept than the budget, and what was asked for last stays', async () => {
  const { compress, counts } = counting({ budget: 2000 });
  const ask = (tag: number): unknown => compress(String(tag), toBody(`text ${tag}`));
  for (let tag = 0; tag < 20; tag++) await ask(tag);
  await ask(19);
  expect(counts.made).toBe(20);
  await ask(0);
  expect(counts.made).toBe(21);
});

test('what is damaged is not kept: the next request reads it again', async () => {
  let isDamaged = true;
  const source: RangeSource = {
    acquire: () => {
      if (isDamaged) throw new DamagedFile('pages/x.heads');
      return { chunks: [Buffer.from('whole')], release() {} };
    },
  };
  const { compress } = counting({ sourceOf: () => source });
  const range = {
    file: 'f',
    start: 0,
    end: 5,
    size: 5,
    checksums: { size: 5, blocks: new Uint32Array() },
    without: null,
  };
  const ask = async () => gunzipSync(await compress('a', { parts: [range], size: 5 })).toString();
  await expect(ask()).rejects.toThrow(DamagedFile);
  isDamaged = false;
  expect(await ask()).toBe('whole');
});
