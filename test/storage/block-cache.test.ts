import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Checksums, FileRange } from '../../src/core/body.ts';
import { checkedBytes } from '../../src/core/format.ts';
import { type BlockCache, type BlockStorage, blockCache, blockSize } from '../../src/storage/block-cache.ts';
import type { AcquiredBytes } from '../../src/storage/range-source.ts';
import { cases } from '../support/amount.ts';
import { checksumsOf } from '../support/checksums-of.ts';
import { leaveOut } from '../support/read-range.ts';

/** A file of which every byte says where it stands. */
function makeFile(size: number, seed: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8) * 7 + seed) & 0xff);
}

/** Reads files in memory, each time a little later; notes what was read. */
function lateStorage(files: ReadonlyMap<string, Uint8Array>): BlockStorage & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async readInto(path, target, position) {
      asked.push(`${path} ${position / blockSize}`);
      await new Promise(setImmediate);
      const bytes = files.get(path)?.subarray(position, position + target.length);
      if (bytes === undefined) return null;
      target.set(bytes);
      return bytes.length;
    },
    forget() {},
  };
}

const whole = (file: string, start: number, end: number): FileRange => ({
  file,
  start,
  end,
  size: end - start,
  checksums: sums(files.get(file) ?? many.get(file)),
  without: null,
});

/** A range of `left`, which is a file without its cuts. */
const short = (file: string, left: Uint8Array, start: number, size: number, cuts: Uint32Array): FileRange => {
  const unused = { start: 0, end: 0, checksums: checksumsOf(new Uint8Array()) };
  return { file, size, ...unused, without: { start, cuts, checksums: sums(left) } };
};

const known = new Map<Uint8Array, Checksums>();

function sums(bytes: Uint8Array = new Uint8Array()): Checksums {
  const found = known.get(bytes) ?? checksumsOf(bytes);
  known.set(bytes, found);
  return found;
}

async function read(cache: BlockCache, range: FileRange): Promise<{ bytes: Buffer; held: AcquiredBytes }> {
  const held = await cache.acquire(range);
  if (held === null) throw new Error(`no ${range.file}`);
  return { bytes: Buffer.concat(held.chunks), held };
}

const sizes = [1, blockSize - 1, blockSize, blockSize + 1, 3 * blockSize + 77];
const files = new Map(sizes.map((size, i) => [`f${i}`, makeFile(size, i)]));
const many = new Map(Array.from({ length: 12 }, (_, i) => [`m${i}`, makeFile(blockSize, i)]));

test.each([...sizes.entries()])('file %d, of %d bytes, in ranges', async (i, size) => {
  const cache = blockCache(lateStorage(files), 4 * blockSize);
  const edges = [0, 1, blockSize - 1, blockSize, blockSize + 1, 2 * blockSize, size - 1, size].filter(
    (at) => at >= 0 && at <= size,
  );
  for (const start of edges) {
    for (const end of edges.filter((at) => at > start)) {
      const { bytes, held } = await read(cache, whole(`f${i}`, start, end));
      expect(bytes.equals(files.get(`f${i}`)?.subarray(start, end) ?? bytes)).toBe(true);
      held.release();
    }
  }
});

test('what is excluded: the same bytes as cutting it out of the range', { tags: ['scaled'] }, async () => {
  const cut = fc.tuple(fc.nat(3 * blockSize), fc.oneof(fc.nat(40), fc.nat(blockSize * 2)));
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { maxLength: 12 }), fc.nat(), fc.nat(), async (list, a, b) => {
      const file = files.get('f4') ?? new Uint8Array();
      const cuts: number[] = [];
      for (const [from, length] of list.sort(([x], [y]) => x - y)) {
        const start = Math.max(from, cuts.at(-1) ?? 0);
        const end = Math.min(start + length, file.length);
        if (end > start) cuts.push(start, end);
      }
      const flat = Uint32Array.from(cuts);
      const left = cuts.reduce((sum, at, i) => sum + (i % 2 === 0 ? at : -at), file.length);
      const bare = leaveOut(file, 0, flat, left);
      fc.pre(left > 0);
      const start = a % left;
      const end = start + 1 + (b % (left - start));
      const cache = blockCache(lateStorage(files), 2 * blockSize);
      const range = short('f4', bare, start, end - start, flat);
      for (let again = 0; again < 2; again++) {
        const { bytes, held } = await read(cache, range);
        expect(bytes.equals(bare.subarray(start, end))).toBe(true);
        held.release();
      }
    }),
    cases(200),
  );
});

test('cuts are read where something is read, not from the first on for each read', async () => {
  const count = 20_000;
  const file = makeFile(16 * count, 1);
  // One byte of sixteen is left.
  const cuts = Uint32Array.from({ length: 2 * count }, (_, i) => (i >> 1) * 16 + (i % 2 === 0 ? 1 : 16));
  let looks = 0;
  const counted = new Proxy(cuts, {
    get(target, name) {
      if (name !== 'length') looks++;
      return name === 'length' ? target.length : Reflect.get(target, name);
    },
  });
  const cache = blockCache(lateStorage(new Map([['f', file]])), 8 * blockSize);
  const left = file.filter((_, i) => i % 16 === 0);
  const { bytes } = await read(cache, short('f', left, 0, count, counted));
  expect(bytes.equals(left)).toBe(true);
  expect(looks).toBeLessThan(5 * cuts.length);
});

describe('memory', () => {
  const block = (i: number) => whole(`m${i}`, 0, blockSize);

  test('what was asked for last is there, and given at once', async () => {
    const storage = lateStorage(many);
    const cache = blockCache(storage, 4 * blockSize);
    for (const i of [0, 1, 2, 3, 0, 4]) (await read(cache, block(i))).held.release();
    storage.asked.length = 0;
    for (const i of [0, 2, 3, 4]) {
      const held = cache.acquire(block(i));
      expect(held).not.toBeInstanceOf(Promise);
      (held as AcquiredBytes).release();
    }
    expect(storage.asked).toEqual([]);
    (await read(cache, block(1))).held.release();
    expect(storage.asked).toEqual(['m1 0']);
  });

  test('who asks at the same time waits for one read', async () => {
    const storage = lateStorage(many);
    const cache = blockCache(storage, 4 * blockSize);
    const both = await Promise.all([read(cache, block(5)), read(cache, block(5))]);
    for (const { bytes, held } of both) {
      expect(bytes.equals(many.get('m5') ?? bytes)).toBe(true);
      held.release();
    }
    expect(storage.asked).toEqual(['m5 0']);
  });

  test('what is held is never written over, however much else is asked for', async () => {
    const cache = blockCache(lateStorage(many), 2 * blockSize);
    const kept = await Promise.all([0, 1, 2].map((i) => cache.acquire(block(i))));
    for (let round = 0; round < 3; round++) {
      for (let i = 3; i < 12; i++) (await read(cache, block(i))).held.release();
    }
    for (const [i, held] of kept.entries()) {
      expect(Buffer.concat(held?.chunks ?? []).equals(many.get(`m${i}`) ?? Buffer.alloc(1))).toBe(true);
      held?.release();
    }
  });

  test('whatever is asked for, held and let go in whatever order, all bytes are right', async () => {
    const steps = fc.array(fc.tuple(fc.nat(4), fc.nat(), fc.nat(), fc.nat(5), fc.boolean()), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const cache = blockCache(lateStorage(files), 3 * blockSize);
        const under: Promise<void>[] = [];
        for (const [i, a, b, wait, pause] of list) {
          const file = files.get(`f${i}`) ?? new Uint8Array();
          const start = a % file.length;
          const end = start + 1 + (b % (file.length - start));
          const one = async (): Promise<void> => {
            const { held } = await read(cache, whole(`f${i}`, start, end));
            for (let turn = 0; turn < wait; turn++) await new Promise(setImmediate);
            expect(Buffer.concat(held.chunks).equals(file.subarray(start, end))).toBe(true);
            held.release();
            held.release();
          };
          under.push(one());
          if (pause) await new Promise(setImmediate);
        }
        await Promise.all(under);
      }),
      { numRuns: 100 },
    );
  });

  test('what is beyond the budget while all of it is held does not stay', async () => {
    const storage = lateStorage(many);
    const cache = blockCache(storage, blockSize);
    const first = await read(cache, block(0));
    (await read(cache, block(1))).held.release();
    first.held.release();
    storage.asked.length = 0;
    (await read(cache, block(1))).held.release();
    expect(storage.asked).toEqual(['m1 0']);
  });
});

describe('errors', () => {
  test.each([
    ['a file that is not there', whole('none', 0, 5)],
    ['one without its cuts', short('none', makeFile(3, 0), 0, 3, Uint32Array.of(1, 7))],
  ])('%s is null, and read again', async (_, range) => {
    const storage = lateStorage(files);
    const cache = blockCache(storage, 4 * blockSize);
    expect(await cache.acquire(range)).toBeNull();
    const before = storage.asked.length;
    expect(await cache.acquire(range)).toBeNull();
    expect(storage.asked.length).toBe(2 * before);
  });

  /** Gives what `files` has, with `byte` changed so many times. */
  const damagedStorage = (times: number, byte: number) => {
    const late = lateStorage(files);
    const forgotten: string[] = [];
    return {
      forgotten,
      asked: late.asked,
      forget: (path: string) => forgotten.push(path),
      async readInto(path: string, target: Uint8Array, position: number) {
        const size = await late.readInto(path, target, position);
        const at = byte - position;
        if (at >= 0 && at < (size ?? 0) && times-- > 0) target[at] = (target[at] ?? 0) ^ 1;
        return size;
      },
    };
  };
  const damages = [
    ['the first byte', whole('f4', 0, 9), 0],
    ['one beside the range, in the same checked block', whole('f4', 0, 9), checkedBytes - 1],
    ['the last byte', whole('f4', 3 * blockSize, 3 * blockSize + 77), 3 * blockSize + 76],
    ['one in the second of two blocks', whole('f4', blockSize - 1, blockSize + 1), blockSize],
    ['one of a file without its cuts', short('f0', makeFile(1, 0), 0, 1, new Uint32Array()), 0],
  ] as const;

  test.each(damages)('%s is another: no bytes, however often they are asked for', async (_, range, byte) => {
    const storage = damagedStorage(Number.POSITIVE_INFINITY, byte);
    const cache = blockCache(storage, 4 * blockSize);
    for (let again = 0; again < 3; again++) {
      await expect(cache.acquire(range)).rejects.toThrow(
        expect.objectContaining({ name: 'DamagedFile', path: range.file }),
      );
    }
    expect(storage.forgotten.length).toBe(6);
  });

  test.each(damages)('%s is another once: it is read a second time', async (_, range, byte) => {
    const storage = damagedStorage(1, byte);
    const cache = blockCache(storage, 4 * blockSize);
    (await read(cache, range)).held.release();
    expect(storage.forgotten).toEqual([range.file]);
    expect(cache.acquire(range)).not.toBeInstanceOf(Promise);
  });

  test('what is not asked for may be another', async () => {
    const cache = blockCache(damagedStorage(9, checkedBytes), 4 * blockSize);
    (await read(cache, whole('f4', 0, checkedBytes))).held.release();
    await expect(cache.acquire(whole('f4', 0, checkedBytes + 1))).rejects.toThrow('f4 is damaged');
  });

  test('without the check, any bytes are given', async () => {
    const cache = blockCache(damagedStorage(1, 0), 4 * blockSize, () => true);
    const { bytes } = await read(cache, whole('f4', 0, 1));
    expect(bytes[0]).not.toBe(files.get('f4')?.[0]);
  });

  test.each([
    ['a file that ends before', 'f1', blockSize],
    ['one of which a block is there', 'f2', blockSize + 9],
  ])('%s is damaged', async (_, name, size) => {
    const cache = blockCache(lateStorage(files), 4 * blockSize);
    const range = { ...whole(name, 0, size), checksums: sums(makeFile(size, 0)) };
    await expect(cache.acquire(range)).rejects.toThrow(`${name} is damaged`);
  });

  test('what came in place of a block that was not there stays when that one is let go', async () => {
    const late = lateStorage(files);
    let isThere = false;
    let goOn = (): void => {};
    const cache = blockCache(
      {
        async readInto(path, target, position) {
          if (path !== 'f4' || isThere) return late.readInto(path, target, position);
          if (position === 0) await new Promise<void>((resolve) => (goOn = resolve));
          return null;
        },
        forget: late.forget,
      },
      2 * blockSize,
    );
    const { held } = await read(cache, whole('f0', 0, 1));
    // One block takes the memory that is left, the other takes more than there is.
    const early = cache.acquire(whole('f4', 0, 2 * blockSize));
    await new Promise(setImmediate);
    held.release();
    isThere = true;
    const second = whole('f4', blockSize, 2 * blockSize);
    (await read(cache, second)).held.release();
    goOn();
    expect(await early).toBeNull();
    const before = late.asked.length;
    (await read(cache, second)).held.release();
    expect(late.asked.length).toBe(before);
  });

  test('a storage that fails is asked again', async () => {
    let failing = true;
    const inner = lateStorage(files);
    const cache = blockCache(
      {
        forget: inner.forget,
        readInto: (...args) => (failing ? Promise.reject(new Error('disk')) : inner.readInto(...args)),
      },
      blockSize,
    );
    await expect(cache.acquire(whole('f4', 0, 2 * blockSize))).rejects.toThrow('disk');
    failing = false;
    expect(
      (await read(cache, whole('f4', 0, 9))).bytes.equals(files.get('f4')?.subarray(0, 9) ?? Buffer.alloc(1)),
    ).toBe(true);
  });
});
