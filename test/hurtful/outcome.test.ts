import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { plainReading } from '../../build/front-matter/options.ts';
import { setFile } from '../../build/pipeline/compile-file.ts';
import { patterns } from './patterns.ts';

const folder = mkdtempSync(join(tmpdir(), 'galley-'));
afterAll(() => rmSync(folder, { recursive: true }));

const setting = {
  ...{ now: 0, trustedHtml: false, reading: plainReading, pack: -1, known: new Map() },
  addresses: {
    ...{ site: 'https://e.org', media: { find: () => null } },
    articles: { get: () => undefined, version: () => '', anchors: () => new Set<string>() },
  },
};

test.each(patterns)('$name becomes an article or a problem', { timeout: 60_000 }, ({ make }) => {
  const file = join(folder, 'a.md');
  writeFileSync(file, make(8000));
  const entry = setFile({ path: 'a.md', file, hash: null, settled: null }, setting)?.entry;
  const problems = [...(entry?.problems ?? []), ...(entry?.body?.problems ?? [])];
  expect(entry?.body?.article != null || problems.length > 0).toBe(true);
  expect(entry?.body?.article?.size ?? 0).toBeLessThan(2_500_000);
  for (const { path, line, column } of problems) {
    expect(path).toBe('a.md');
    expect(Math.min(line, column)).toBeGreaterThan(0);
  }
});
