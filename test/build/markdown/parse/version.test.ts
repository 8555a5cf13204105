import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from '../../../../build/package/package.ts';

const require = createRequire(import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { version } = read(require.resolve('marked/package.json'));

/**
 * What to look at when marked is raised, since these depend on its inside:
 *
 * 1. `build/markdown/parse/rules.ts` replaces parts of the sources of its rules: `test/house/regular-expressions.test.ts`.
 * 2. `build/markdown/parse/tokenizer.ts` says when its rules for text, links, tables, addresses and underlined headings have to run:
 *    `tokenizer.test.ts` compares tokens with marked's own, also with `GALLEY_SEED=2`, and of real articles in `npm run test:all`.
 * 3. `BodyLexer` counts its work: `npm run test:soak`.
 * 4. `commonmark.test.ts` lists where it differs from CommonMark and GFM, `xss-vectors.test.ts` what it lets through.
 * 5. Readers get other bytes where its HTML changes: build real articles before and after, and compare their pages.
 */
test('marked is the exact version that was checked', () => {
  expect(version).toBe('18.2.1');
  expect(read(join(packageFolder(), 'package.json')).devDependencies.marked).toBe(version);
});
