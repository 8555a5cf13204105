import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { plainReading } from '../../../build/front-matter/options.ts';
import { setFile } from '../../../build/pipeline/compile-file.ts';
import { DamagedCache } from '../../../build/pipeline/incremental/damaged-store.ts';
import { UsageError } from '../../../src/usage-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'galley-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Sets an article with a picture, whose search throws. */
function setThrowing(error: unknown) {
  const file = join(folder, 'a.md');
  writeFileSync(file, '---\ndate: 2026-01-01\n---\n![a](b.png)\n');
  const find = () => {
    throw error;
  };
  const articles = { get: () => undefined, version: () => '', anchors: () => new Set<string>() };
  return setFile(
    { path: 'notes/a.md', file, hash: null, settled: null },
    {
      ...{ now: 0, trustedHtml: false, reading: plainReading, pack: -1, known: new Map() },
      addresses: { site: 'https://e.org', media: { find }, articles },
    },
  );
}

test('what throws inside of a file is a problem of that file', () => {
  const result = setThrowing(new RangeError('Maximum call stack size exceeded'));
  expect(result?.entry).toMatchObject({ path: 'notes/a.md', kind: 'unread', hash: '' });
  expect(result?.entry.problems).toMatchObject([
    {
      code: 'failed',
      severity: 'error',
      path: 'notes/a.md',
      line: 1,
      found: expect.stringContaining('RangeError: Maxim'),
    },
  ]);
});

test.each([
  ['a damaged cache', new DamagedCache('There is no record.')],
  ['a word to the operator', new UsageError('Build again.')],
  ['an error of the system', Object.assign(new Error('EMFILE'), { syscall: 'open' })],
])('%s is not', (_, error) => {
  expect(() => setThrowing(error)).toThrow(error);
});
