import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packageFolder } from '../../../build/package/package.ts';
import { prefersMarkdown } from '../../../src/core/compose-markdown.ts';
import { chooseCoding } from '../../../src/core/content-coding.ts';

const list = '/api/v1/articles';

interface Asked {
  variables: { request_uri: string };
  headersIn: Record<string, string>;
}
const script = import(pathToFileURL(join(packageFolder(), 'build/recipes/nginx/nginx/galley.js')).href) as Promise<{
  default: { copy(r: Asked): string };
}>;
const field = fc.array(
  fc.oneof(
    fc.constantFrom(
      'gzip',
      'x-gzip',
      'identity',
      '*',
      'br',
      ',',
      ';',
      'q=0',
      'q=1',
      'q=0.5',
      ' ',
      'Q=0.000',
      'q=2',
      '__proto__',
    ),
    fc.string({ maxLength: 3 }),
  ),
  { maxLength: 8 },
);

test('the script for nginx chooses the same coding as Galley', async () => {
  const { copy } = (await script).default;
  fc.assert(
    fc.property(field, (pieces) => {
      const accept = pieces.join('');
      const chosen = chooseCoding(accept);
      const found = copy({ variables: { request_uri: list }, headersIn: { 'Accept-Encoding': accept } });
      expect(found).toBe(chosen === null ? '' : `${chosen} json  ${list}`);
    }),
  );
});

const types = fc.array(
  fc.constantFrom(
    'text/markdown',
    'application/json',
    'text/*',
    'application/*',
    '*/*',
    'text/html',
    ', ',
    ';q=0',
    ';q=0.5',
    '; variant="a, b"',
    ';q=.5',
    ';q=0.0001',
    '"',
    'Text/Markdown',
    'x',
  ),
  { maxLength: 10 },
);

test('it gives Markdown and JSON to whom Galley gives them', async () => {
  const { copy } = (await script).default;
  fc.assert(
    fc.property(types, (pieces) => {
      const accept = pieces.join('');
      const found = copy({ variables: { request_uri: `${list}/1` }, headersIn: { Accept: accept } });
      expect(found).toBe(`identity ${prefersMarkdown(accept) ? 'markdown' : 'json'}  ${list}/1`);
      expect(copy({ variables: { request_uri: list }, headersIn: { Accept: accept } })).toBe(`identity json  ${list}`);
    }),
  );
});
