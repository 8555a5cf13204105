import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FoundDialects } from '../../build/dialects/dialect.ts';
import { defaultContentOptions } from '../../build/front-matter/options.ts';
import { compileFile } from '../../build/pipeline/files/compile-file.ts';
import { keptBodies } from '../../build/pipeline/files/kept-bodies.ts';
import { readFile } from '../../build/pipeline/files/read-file.ts';

let folder: string | null = null;

/** With what is read only where it is detected. */
const dialects: FoundDialects = { detected: ['obsidian', 'tex'], off: [], lineBreaks: true };

/** To be called once all texts of a test file are built. */
export function removeTexts(): void {
  if (folder !== null) rmSync(folder, { recursive: true });
  folder = null;
}

const reading = { now: 0, contentOptions: defaultContentOptions, dialects };

const setting = {
  ...{
    trustedHtml: false,
    ...reading,
    log: { descriptor: -1, size: new BigInt64Array(new SharedArrayBuffer(8)) },
    known: new Map(),
  },
  addresses: {
    site: 'https://e.org',
    media: { find: () => null },
    articles: { get: () => undefined, find: () => null },
  },
};

/** All that a build does with one file, and once. `reason` is why it is no article, which the summary counts. */
export function buildText(text: string, path: string) {
  folder ??= mkdtempSync(join(tmpdir(), 'galley-'));
  const file = join(folder, path);
  writeFileSync(file, text);
  const source = { path, file };
  const bodies = keptBodies();
  const read = readFile({ ...source, knownHash: null }, reading, bodies);
  const { hash = '', identity = null, kind } = read ?? {};
  const names = identity && { ...identity, id: 1 };
  const isRendered = kind === 'article' || kind === 'invalid';
  const compiled = isRendered ? compileFile({ ...source, hash, names }, setting, bodies) : null;
  const problems = [...(read?.problems ?? []), ...(compiled?.problems ?? []), ...(compiled?.body?.problems ?? [])];
  return { article: compiled?.body?.article, reason: read?.reason ?? null, problems };
}
