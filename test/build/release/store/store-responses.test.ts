import { expect, test } from 'vitest';
import { listObjects } from '../../../../build/release/store/store-responses.ts';
import type { S3Client, S3Request } from '../../../../src/storage/s3/s3-client.ts';

/** A store whose list never ends: `keysOf` gives the keys of each answer. */
function endless(keysOf: (answer: number) => readonly string[]): S3Client & { asked: S3Request[] } {
  const asked: S3Request[] = [];
  return {
    asked,
    async send(request) {
      const contents = keysOf(asked.push(request)).map((key) => `<Contents><Key>p/${key}</Key></Contents>`);
      const more = `<IsTruncated>true</IsTruncated><NextContinuationToken>${asked.length}</NextContinuationToken>`;
      const bytes = new TextEncoder().encode(`<ListBucketResult>${contents.join('')}${more}</ListBucketResult>`);
      return { status: 200, headers: new Headers(), bytes };
    },
  };
}

test('a list that repeats itself under new tokens is given up', async () => {
  const store = endless(() => ['a', 'b']);
  await expect(listObjects(store, 'p/', '')).rejects.toThrow(
    'The list of the store does not end: found 2 files below p/ so far.',
  );
  expect(store.asked).toHaveLength(102);
  expect(store.asked[0]?.maxBytes).toBe(8 * 1024 * 1024);
});

test('a list of ever new objects is given up', { tags: ['long'], timeout: 120_000 }, async () => {
  const store = endless((answer) => Array.from({ length: 1000 }, (_, i) => `${answer}-${i}`));
  await expect(listObjects(store, 'p/', '')).rejects.toThrow(
    'found 2,001,000 files below p/ so far. Expected at most 2,000,000',
  );
  expect(store.asked).toHaveLength(2001);
});
