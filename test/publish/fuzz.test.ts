import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import fastGlob from 'fast-glob';
import { expect, test } from 'vitest';
import { deriveFields } from '../../build/front-matter/fields/derive-fields.ts';
import { defaultContentOptions } from '../../build/front-matter/options.ts';
import type { Problem } from '../../build/problems/problem.ts';
import type { Addresses } from '../../build/release/article/resolve-address.ts';
import { amount, cases, isQuick, seed } from '../support/amount.ts';
import { articleOf } from '../support/article-of.ts';
import { galley, root } from '../support/command.ts';
import { inWords } from '../support/in-words.ts';
import { corporaFolder } from '../support/needs.ts';
import { parseFile } from '../support/parse-file.ts';
import { makeFolder } from '../support/server.ts';

/** Real articles where there are some, and in `npm test` and elsewhere the guide: what the cases are made of. */
const folder = (isQuick ? null : corporaFolder()) ?? join(root, 'content');
const paths = fastGlob.sync('**/*.{md,markdown}', { cwd: folder }).sort();
const seeds = paths.map((path) => readFileSync(join(folder, path)));

/** What hurried people, broken tools and other generators put into files. */
const tokens = [
  ...[
    '---',
    '---\n',
    '+++\n',
    '...\n',
    '\n\n',
    '\r\n',
    '\r',
    '\t',
    '\0',
    '\uFEFF',
    '\u2028',
    '\ud83d\ude00',
    '\x1b[31m',
  ],
  ...[
    'title: ',
    'publish_at: 2026-02-30\n',
    'date: "',
    'id: 1\n',
    'slug: ../..\n',
    'draft: ture\n',
    ': ',
    '- ',
    '"',
    "'",
    '[',
    '{',
    '&a ',
    '*a',
    '!!js ',
  ],
  ...[
    '# ',
    '<h1>',
    '</h1>',
    'a\n===\n',
    '> '.repeat(40),
    '- '.repeat(40),
    '```\n',
    '`',
    '**',
    '[a](',
    '![a](../../x.png)',
    '[a](b.md#c)',
    '[^1]: ',
    '> [!NOTE]\n',
  ],
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<div',
    '-->',
    '<!--',
    '<!-- more -->',
    '&#x0;',
    '{{ a }}',
    '{% b %}',
    'import a from "b"\n',
    '| a |\n|---|\n',
  ],
];

type Bytes = Buffer<ArrayBufferLike>;
type Edit = (bytes: Bytes) => Bytes;
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
/** Half of the places are near the top, where the header is. */
const spot = fc.oneof(
  place,
  place.map((at) => at / 20),
);
const at = (bytes: Bytes, where: number): number => Math.floor(where * bytes.length);
const insert = (bytes: Bytes, index: number, more: Uint8Array): Bytes =>
  Buffer.concat([bytes.subarray(0, index), more, bytes.subarray(index)]);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  spot.map(
    (where): Edit =>
      (bytes) =>
        bytes.subarray(0, at(bytes, where)),
  ),
  spot.map(
    (where): Edit =>
      (bytes) =>
        bytes.subarray(at(bytes, where)),
  ),
  fc.tuple(spot, place).map(
    ([from, length]): Edit =>
      (bytes) => {
        const start = at(bytes, from);
        return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + at(bytes, length / 4))]);
      },
  ),
  fc.tuple(spot, spot, place).map(
    ([from, to, length]): Edit =>
      (bytes) => {
        const start = at(bytes, from);
        return insert(bytes, at(bytes, to), bytes.subarray(start, start + at(bytes, length / 4)));
      },
  ),
  fc.tuple(spot, spot).map(
    ([a, b]): Edit =>
      (bytes) => {
        const copy = Buffer.from(bytes);
        const [i, j] = [at(bytes, a), at(bytes, b)];
        [copy[i], copy[j]] = [copy[j] ?? 0, copy[i] ?? 0];
        return bytes.length === 0 ? bytes : copy;
      },
  ),
  fc.tuple(spot, fc.nat(255)).map(
    ([where, byte]): Edit =>
      (bytes) =>
        insert(bytes, at(bytes, where), Buffer.of(byte)),
  ),
  fc.tuple(spot, fc.constantFrom(...tokens)).map(
    ([where, token]): Edit =>
      (bytes) =>
        insert(bytes, at(bytes, where), Buffer.from(token)),
  ),
  fc.tuple(fc.constantFrom(...tokens), fc.constantFrom(...tokens), fc.string({ maxLength: 20 })).map(
    ([first, second, text]): Edit =>
      (bytes) =>
        Buffer.concat([Buffer.from(`---\n${first}${text}\n${second}\n---\n`), bytes]),
  ),
  fc.constant<Edit>((bytes) => Buffer.from(bytes.toString().replaceAll('\n', '\r\n'))),
);

const mutated = fc
  .tuple(fc.nat(seeds.length - 1), fc.array(edit, { minLength: 1, maxLength: 4 }))
  .map(([index, edits]) => edits.reduce<Bytes>((bytes, change) => change(bytes), seeds[index] ?? Buffer.alloc(0)));

const addresses: Addresses = {
  site: 'https://a.example',
  media: { find: () => null },
  articles: { get: () => undefined, find: () => null },
} as never;

/** What became of a file: its problems, and its article if it is one. */
function buildOne(bytes: Bytes): { problems: Problem[]; body: string | null; markdown: string | null } {
  const { value: parsed, problems } = parseFile({ path: '2026-01-01-a.md', file: '' }, bytes);
  if (parsed === null) return { problems, body: null, markdown: null };
  const { value: outcome, problems: more } = deriveFields(parsed, defaultContentOptions, 0);
  if (outcome.kind !== 'article') return { problems: [...problems, ...more], body: parsed.body, markdown: null };
  const { value: article, problems: own } = articleOf(parsed, outcome.fields, 1, addresses);
  const { markdown } = JSON.parse(article.bytes.toString()) as { markdown: string };
  return { problems: [...problems, ...more, ...own], body: parsed.body, markdown };
}

test('whatever happens to a file, all its text is in the article, or a problem is reported', {
  tags: ['scaled'],
}, () => {
  const seen = { article: 0, error: 0 };
  const runs = cases(3000, 40);
  fc.assert(
    fc.property(mutated, (bytes) => {
      const { problems, body, markdown } = buildOne(bytes);
      const errors = problems.filter(({ severity }) => severity === 'error');
      const lines = bytes.toString().split(/\r\n?|\n/);
      for (const { line, column, found, expected, fix } of inWords(problems)) {
        expect(line).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(lines.length + 1);
        expect(column).toBeGreaterThan(0);
        for (const text of [found, expected, fix]) expect(text).not.toMatch(/undefined|\[object|NaN|^$/);
      }
      if (errors.length > 0) seen.error++;
      if (body === null) expect(errors).not.toEqual([]);
      else expect(toLines(bytes).endsWith(body)).toBe(true);
      if (markdown === null) return;
      seen.article++;
      // Containers become alerts, which have words of their own.
      if (errors.length > 0 || /^[ \t>*+-]*:::/m.test(body ?? '')) return;
      // What a text hides goes, and its author is warned.
      if (problems.some(({ code }) => /^(?:unclosed|hidden-text|unused-footnote)$/.test(code))) return;
      // Addresses may be others, tags too, lists of attributes go, names become emoji, and some templates links; nothing else of the text.
      const [text, published] = [body ?? '', markdown].map((each) => wordsOf(withoutTags(each)));
      const losesTags = problems.some(({ code }) => code === 'html-removed') || /<iframe/i.test(body ?? '');
      if (losesTags) expect(missing(text ?? [], wordsOf(markdown))).toEqual([]);
      else expect(published).toEqual(text);
    }),
    runs,
  );
  expect(Math.min(seen.article, seen.error)).toBeGreaterThan(runs.numRuns / 20);
});

test('a folder of them is built, or every error in it is reported', { tags: ['scaled'] }, async () => {
  const built = await makeFolder();
  await mkdir(join(built, 'content'));
  const count = amount({ test: 30, all: 400, soak: 4000 });
  const files = fc.sample(mutated, { numRuns: count, seed });
  for (const [i, bytes] of files.entries()) await writeFile(join(built, 'content', `2026-01-01-${i}.md`), bytes);
  const { code, out } = await galley(built, ['build', '--json']);
  const { problems, written, invalid, files: found } = JSON.parse(out);
  expect(found).toBe(count);
  expect(code).toBe(problems.some(({ severity }: Problem) => severity === 'error') ? 1 : 0);
  // The others are published.
  expect([written === null, invalid.length > 0]).toEqual([false, code === 1]);
});

/** As the text of a body is given: LF, no byte-order mark, no NUL. */
function toLines(bytes: Bytes): string {
  const text = bytes.toString().replace(/\r\n?/g, '\n');
  return text.replace(/^\uFEFF+/, '').replaceAll('\0', '\ufffd');
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Also without what a build puts between blocks, and around definitions: it would end a tag that never ends. */
function withoutTags(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->|\{#[\s\S]*?#\}/g, ' ')
    .replace(/<!-- -->|<\/param>|<\/?d[dlt]>/g, ' ')
    .replaceAll('&lt;', '<')
    .replace(/<[^>]*>?/g, ' ')
    .replace(/\{% *(?:end)?highlight\b|(?<![\p{L}\p{N}_:/]):[a-z\d_+-]+:(?![\p{L}\p{N}_:/])/gu, ' ')
    .replace(/\{% *(?:gist|vimeo|youtube) [^{}\n]*%\}|\| *(?:relative_|absolute_)?url\b|\bsite\.(?:base)?url\b/g, ' ')
    .replace(/\]\((?:\{\w+\}|link:\/\/\w+)/g, ' ')
    .replace(/\{:? *(?:[.#]|[\w-]+=)[^{}\n]*\}/g, ' ');
}

/** Those of the words that do not stand among the others in the same order. */
function missing(words: readonly string[], others: readonly string[]): string[] {
  let next = 0;
  return words.filter((word) => {
    const found = others.indexOf(word, next);
    if (found !== -1) next = found + 1;
    return found === -1;
  });
}
