import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { plainDialects } from '../../../../build/dialects/index.ts';
import { defaultContentOptions } from '../../../../build/front-matter/options.ts';
import { compileFile } from '../../../../build/pipeline/files/compile-file.ts';
import { keptBodies } from '../../../../build/pipeline/files/kept-bodies.ts';
import { readFile } from '../../../../build/pipeline/files/read-file.ts';
import { DamagedStore } from '../../../../build/pipeline/incremental/articles-log.ts';
import { ChangedMeanwhile } from '../../../../build/source/read-real.ts';
import { UsageError } from '../../../../src/usage-error.ts';
import { inWords } from '../../../support/in-words.ts';

const noLog = { descriptor: -1, size: new BigInt64Array(new SharedArrayBuffer(8)) };

const reading = { now: 0, contentOptions: defaultContentOptions, dialects: plainDialects };

const folder = mkdtempSync(join(tmpdir(), 'galley-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles an article with a picture, whose search throws. */
function compileThrowing(error: unknown) {
  const source = { path: 'notes/a.md', file: join(folder, 'a.md') };
  writeFileSync(source.file, '---\ndate: 2026-01-01\n---\n![a](b.png)\n');
  const find = () => {
    throw error;
  };
  const read = readFile({ ...source, knownHash: null }, reading, keptBodies());
  if (read?.identity == null) throw new Error('It was not read.');
  const { hash, identity } = read;
  return compileFile(
    { ...source, hash, names: { ...identity, id: 1 } },
    {
      ...{ ...reading, trustedHtml: false, log: noLog, known: new Map() },
      addresses: { site: 'https://e.org', media: { find }, articles: { get: () => undefined, find: () => null } },
    },
    keptBodies(),
  );
}

test('what throws inside of a file is a problem of that file', () => {
  const result = compileThrowing(new RangeError('Maximum call stack size exceeded'));
  expect(result.body).toBeNull();
  expect(inWords(result.problems)).toMatchObject([
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
  ['a damaged store', new DamagedStore('There is no record.')],
  ['a word to the operator', new UsageError('Build again.')],
  ['an error of the system', Object.assign(new Error('EMFILE'), { syscall: 'open' })],
])('%s is not', (_, error) => {
  expect(() => compileThrowing(error)).toThrow(error);
});

test('a body that is kept without its text is that of the file, unless the file is another now', () => {
  const source = { path: 'b.md', file: join(folder, 'b.md') };
  writeFileSync(source.file, '\ufeff---\r\ndate: 2026-01-01\r\n---\r\n# A\r\n\r\nText ü\r\n');
  const setting = {
    ...{ ...reading, trustedHtml: false, log: noLog, known: new Map() },
    addresses: { site: '', media: { find: () => null }, articles: { get: () => undefined, find: () => null } },
  };
  const bodies = keptBodies();
  const record = readFile({ ...source, knownHash: null }, reading, bodies);
  if (record?.identity == null) throw new Error('It was not read.');
  const task = { ...source, hash: record.hash, names: { ...record.identity, id: 1 } };
  const kept = bodies.take(source.path, record.hash);
  const withText = (text: string | null) => ({ ...bodies, take: () => kept && { ...kept, text } });
  const whole = compileFile(task, setting, withText(kept?.text ?? null));
  expect(kept?.text).toContain('Text ü');
  expect(whole.body?.article).not.toBeNull();
  expect(compileFile(task, setting, withText(null))).toEqual(whole);
  writeFileSync(source.file, '---\ndate: 2026-01-01\n---\nAnother\n');
  expect(() => compileFile(task, setting, withText(null))).toThrow(ChangedMeanwhile);
});

test('a file that is another in pass two is not compiled', () => {
  const source = { path: 'a.md', file: join(folder, 'a.md') };
  writeFileSync(source.file, '---\ndate: 2026-01-01\n---\nText\n');
  const task = { ...source, hash: 'another', names: null };
  const setting = { ...reading, trustedHtml: false, log: noLog, known: new Map(), addresses: {} as never };
  expect(() => compileFile(task, setting, keptBodies())).toThrow(ChangedMeanwhile);
});
