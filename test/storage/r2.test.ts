import { expect, onTestFinished, test, vi } from 'vitest';
import { type Bucket, r2Storage } from '../../src/storage/r2.ts';
import { fakeBucket } from '../support/edge-stores.ts';

const files = new Map([['site/pages/a.json', Buffer.from('0123456789')]]);

test('ranges are asked for as ranges, below the prefix', async () => {
  const bucket = fakeBucket(files);
  const storage = r2Storage(bucket, 'site/');
  expect(String(Buffer.from((await storage.read('pages/a.json', 2, 5)) ?? []))).toBe('234');
  expect(String(Buffer.from((await storage.read('pages/a.json', 4)) ?? []))).toBe('456789');
  await storage.read('pages/a.json');
  expect(bucket.asked).toEqual(['site/pages/a.json 2+3', 'site/pages/a.json 4+Infinity', 'site/pages/a.json']);
});

test.each<[string, number, number | undefined]>([
  ['beyond the end', 10, 12],
  ['far beyond the end', 20, undefined],
  ['empty, beyond the end', 11, 11],
])('a range %s is null, and no failure', async (_, start, end) => {
  expect(await r2Storage(fakeBucket(files), 'site/').read('pages/a.json', start, end)).toBeNull();
});

test.each<[string, (calls: number) => ArrayBuffer | Error, number]>([
  ['a bucket that fails once', (calls) => (calls === 1 ? new Error('we are busy (10001)') : new ArrayBuffer(3)), 2],
  ['an object that ended early once', (calls) => new ArrayBuffer(calls === 1 ? 2 : 3), 2],
])('%s is asked again', async (_, give, expected) => {
  const { bucket, calls } = giving(give);
  expect((await r2Storage(bucket).read('a', 0, 3))?.length).toBe(3);
  expect(calls()).toBe(expected);
});

test.each<[string, () => ArrayBuffer | Error]>([
  ['a failing bucket', () => new Error('we are busy (10001)')],
  ['an object that ends early', () => new ArrayBuffer(2)],
])('%s is FailedRead after three tries', async (_, give) => {
  const { bucket, calls } = giving(give);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const reading = expect(r2Storage(bucket).read('a', 0, 3)).rejects.toThrow(
    expect.objectContaining({ name: 'FailedRead', path: 'a' }),
  );
  await vi.runAllTimersAsync();
  await reading;
  expect(calls()).toBe(3);
});

function giving(give: (calls: number) => ArrayBuffer | Error): { bucket: Bucket; calls: () => number } {
  let calls = 0;
  const bucket: Bucket = {
    async get() {
      const given = give(++calls);
      if (given instanceof Error) throw given;
      return { size: 10, arrayBuffer: async () => given };
    },
    head: async () => ({ size: 10 }),
  };
  return { bucket, calls: () => calls };
}
