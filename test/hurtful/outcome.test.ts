/** @module-tag long */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { defaultContentOptions } from '../../build/front-matter/options.ts';
import { compileFile } from '../../build/pipeline/files/compile-file.ts';
import { readFile } from '../../build/pipeline/files/read-file.ts';
import { patterns } from './patterns.ts';

const folder = mkdtempSync(join(tmpdir(), 'galley-'));
afterAll(() => rmSync(folder, { recursive: true }));

const setting = {
  ...{ trustedHtml: false, maxFileSize: defaultContentOptions.maxFileSize, log: -1, known: new Map() },
  addresses: { site: 'https://e.org', media: { find: () => null }, articles: { get: () => undefined } },
};

test.each(patterns)('$name becomes an article or a problem', ({ make }) => {
  const file = join(folder, 'a.md');
  writeFileSync(file, make(8000));
  const source = { path: 'a.md', file };
  const read = readFile({ ...source, knownHash: null }, { now: 0, contentOptions: defaultContentOptions });
  const { hash = '', identity = null } = read?.record ?? {};
  const names = identity && { ...identity, id: 1 };
  const compiled = read?.body && compileFile({ ...source, hash, body: read.body, names }, setting);
  const problems = [
    ...(read?.record.problems ?? []),
    ...(compiled?.problems ?? []),
    ...(compiled?.body?.problems ?? []),
  ];
  const article = compiled?.body?.article;
  expect(article != null || problems.length > 0).toBe(true);
  expect(article?.size ?? 0).toBeLessThan(2_500_000);
  for (const { path, line, column } of problems) {
    expect(path).toBe('a.md');
    expect(Math.min(line, column)).toBeGreaterThan(0);
  }
});
