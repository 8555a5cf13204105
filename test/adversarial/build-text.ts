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
const dialects: FoundDialects = { detected: ['obsidian', 'logseq', 'tex'], off: [], lineBreaks: true };

/** To be called once all texts of a test file are built. */
export function removeTexts(): void {
  if (folder !== null) rmSync(folder, { recursive: true });
  folder = null;
}

const setting = {
  ...{
    trustedHtml: false,
    dialects,
    maxFileSize: defaultContentOptions.maxFileSize,
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
  const reading = { now: 0, contentOptions: defaultContentOptions, dialects };
  const bodies = keptBodies();
  const read = readFile({ ...source, knownHash: null }, reading, bodies);
  const { hash = '', identity = null } = read?.record ?? {};
  const names = identity && { ...identity, id: 1 };
  const compiled = read?.body && compileFile({ ...source, hash, body: read.body, names }, setting, bodies);
  const problems = [
    ...(read?.record.problems ?? []),
    ...(compiled?.problems ?? []),
    ...(compiled?.body?.problems ?? []),
  ];
  return { article: compiled?.body?.article, reason: read?.record.reason ?? null, problems };
}
