import { describe, expect, test } from 'vitest';
import { listObjects } from '../../../../build/release/store/list-objects.ts';
import type { S3Client } from '../../../../src/readers/s3/s3-client.ts';
import { UsageError } from '../../../../src/usage-error.ts';

const tag = '<ETag>&quot;900fbe93&quot;</ETag>';

function toEntry(key: string): string {
  return `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>${tag}<Size>5</Size></Contents>`;
}

function toList(...elements: string[]): string {
  return `<?xml version="1.0"?><ListBucketResult>${elements.join('')}</ListBucketResult>`;
}

const isCut = '<IsTruncated>true</IsTruncated>';
const next = '<NextContinuationToken>b</NextContinuationToken>';

/** Gives these answers, one after the other, and then the last one again. */
function clientOf(...answers: string[]): S3Client {
  const waiting = [...answers];
  return {
    async send() {
      const text = (waiting.length > 1 ? waiting.shift() : waiting[0]) ?? '';
      return { status: 200, headers: new Headers(), bytes: new TextEncoder().encode(text) };
    },
  };
}

test('all pages of a list', async () => {
  const found = await listObjects(clientOf(toList(isCut, next, toEntry('p/a')), toList(toEntry('p/b'))), 'p/');
  const state = { size: 5, written: 1_767_225_600, tag: '"900fbe93"' };
  expect([...found]).toEqual([
    ['a', state],
    ['b', state],
  ]);
});

describe('an answer that is no whole list', () => {
  test.each([
    ['is a page', '<!doctype html><p>Hello<br>', /not as S3 does/],
    ['is empty', '', /not as S3 does/],
    ['is another document', '<Error><Code>No</Code></Error>', /not as S3 does/],
    ['is cut, and does not say how it goes on', toList(isCut, toEntry('p/a')), /ends in the middle/],
    ['goes on with itself', toList(isCut, next, toEntry('p/a')), /ends in the middle/],
  ])('%s', async (_, text, expected) => {
    const error = await listObjects(clientOf(text), 'p/').catch((error) => error);
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(expected);
  });
});
