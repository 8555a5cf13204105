import { beforeEach, expect, test, vi } from 'vitest';
import { bodyDialects, plainDialects } from '../../../build/dialects/index.ts';
import type { BodyExtension } from '../../../build/markdown/body-dialect.ts';
import { renderSafe } from '../../../build/markdown/html/render-safe.ts';
import { BodyLexer } from '../../../build/markdown/parse/body-lexer.ts';
import { renderBody } from '../../../build/markdown/render-body.ts';
import { locate } from '../../../build/markdown/walk/locate.ts';
import { countPlaces } from '../../../build/problems/positions.ts';

vi.mock(import('../../../build/markdown/html/render-safe.ts'), { spy: true });
vi.mock(import('../../../build/markdown/walk/locate.ts'), { spy: true });
vi.mock(import('../../../build/problems/positions.ts'), { spy: true });

const lex = vi.spyOn(BodyLexer.prototype, 'lex');

beforeEach(() => {
  vi.clearAllMocks();
});

/** Renders a body with all dialects, and counts what is called for it. */
function countCalls(body: string) {
  const calls = { extensions: 0, prepared: 0, leftovers: 0 };
  const dialects = bodyDialects(plainDialects).map((dialect, index) => ({
    ...dialect,
    // Rules are made once for a set of keys, and these count.
    key: `${dialect.key}${index}-counted`,
    extensions: dialect.extensions?.map((extension): BodyExtension => {
      const tokenizer: BodyExtension['tokenizer'] = function (...given) {
        calls.extensions++;
        return extension.tokenizer.apply(this, given);
      };
      return { ...extension, tokenizer };
    }),
    prepare(source: string, path: string) {
      calls.prepared++;
      return dialect.prepare?.(source, path) ?? null;
    },
    leftovers: dialect.leftovers?.map(
      (leftover) =>
        new Proxy(leftover, {
          get(target, key) {
            // Its triggers are looked for in any body.
            if (key !== 'triggers' && key !== 'name') calls.leftovers++;
            return Reflect.get(target, key);
          },
        }),
    ),
  }));
  const { value, problems } = renderBody(body, { dialects, resolve: () => null, trustedHtml: false, path: 'a.md' });
  expect(value).not.toBeNull();
  expect(problems).toEqual([]);
  return {
    ...calls,
    lexed: lex.mock.calls.length,
    html: vi.mocked(renderSafe).mock.calls.length,
    located: vi.mocked(locate).mock.calls.length,
    positions: vi.mocked(countPlaces).mock.calls.length,
  };
}

const once = { extensions: 0, prepared: 0, leftovers: 0, lexed: 1, html: 1, located: 0, positions: 0 };

test.each([
  ['prose', 'Some *words* of a text.\n\nAnd some more, with `code` and **strong words**.\n'],
  ['lists and quotes', '## A list\n\n- one\n- two\n  - three\n\n> A quote\n> of two lines\n'],
  ['code', 'Text\n\n```js\nconst a = 1;\n```\n\n    indented\n'],
  ['links and images', 'A [link](https://a.example) and ![an image](https://a.example/b.png).\n'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |\n'],
])('a body of %s is parsed once, and no dialect is asked', (_, body) => {
  expect(countCalls(body)).toEqual(once);
});

test('a body with a trigger asks its dialect alone', () => {
  const { extensions, lexed } = countCalls('Some words :tada: here.\n');
  expect(extensions).toBeGreaterThan(0);
  expect(lexed).toBe(1);
});

test('a level-one heading is located, and its rest is not read again', () => {
  expect(countCalls('# A heading\n\nSome words.\n')).toEqual({ ...once, located: 1 });
});
