import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import fastGlob from 'fast-glob';
import { expect, test } from 'vitest';
import { findFence } from '../../../../build/front-matter/parse/find-fence.ts';
import { parseYaml } from '../../../../build/front-matter/parse/parse-yaml.ts';
import { readPlainLines } from '../../../../build/front-matter/parse/read-plain-lines.ts';
import { cases } from '../../../support/amount.ts';
import { corporaFolder } from '../../../support/needs.ts';

/** Whether a header is read without `yaml`; then both make the same of it. */
function readTwice(header: string): boolean {
  const text = `\n${header}`;
  const read = readPlainLines(text, 2);
  if (read !== null) expect(read, header).toEqual(parseYaml(text, 2));
  return read !== null;
}

const scalars = [
  `a|é|it's|a b|a,b|a [b]|x - y|/a/|(a)|_a_|http://x.y/?a=b#c|"a: b # c"|'a \\ b'|""|''|true|false|yes|nulls`,
  '0|12|010|2.0|1.2.3|1a|10:00|2024-01-01|2024-01-01 10:00:00 +0100',
].flatMap((row) => row.split('|'));

const others = [
  ' #|: | |\t|\u00A0|\u2028|\r|\n|\n  |\n- |- |? |a # b|[a]: b|"a" b|[]|[a]b]|😀|---|...|<<',
  `"|'|[|]|{|,|:|-|>|&a|*a|!t|%|@|\`|=|$|"\\n"|'it''s'|True|NULL|~|1e3|0x1F|0o17|.5|-1|+1|3.|1234567890123456789`,
].flatMap((row) => row.split('|'));

const plainLines = [
  'a: [b, 12, "c d",  true ]',
  'a:',
  'a: \n  \nb-c:   x  \n',
  '# a: b\na: b\n  # c\n',
  'a:\n  -  b  \n\n  # c\n  - d\ne:',
];

test.each([...plainLines, ...scalars.flatMap((scalar) => [`a: ${scalar}`, `a:\n- ${scalar}`])])(
  '%j is read without `yaml`',
  (header) => expect(readTwice(header)).toBe(true),
);

const piece = fc.constantFrom('|', ...scalars, ...others);
const value = fc.oneof(
  fc.constantFrom(...scalars),
  piece,
  fc.array(piece, { maxLength: 3 }).map((parts) => parts.join('')),
);
const start = fc.constantFrom(
  ...'a: |b: |c-d:  |e:\n|f: \n  - |g:\n- |- |  - |h:|i : |# ||null: '.split('|'),
  `${'j'.repeat(1025)}: `,
);
const line = fc.tuple(start, value, fc.constantFrom('', '', ' ')).map((parts) => parts.join(''));
const header = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'));

test('what is read without `yaml` is read as `yaml` does, whatever is written', { tags: ['scaled'] }, () => {
  fc.assert(
    fc.property(header, (text) => void readTwice(text)),
    cases(20_000),
  );
});

const corpora = corporaFolder();

test.skipIf(corpora === null)(
  'so are the headers that people wrote, most of which are read so',
  { tags: ['long'] },
  () => {
    const texts = fastGlob
      .sync('*/**/*.{md,markdown}', { cwd: corpora ?? '', absolute: true })
      .map((file) => readFileSync(file, 'utf8'));
    const read = texts.flatMap((text) => {
      const fence = findFence(text.replace(/\r\n?/g, '\n'), []);
      return fence.kind === 'header' && fence.syntax === 'yaml' ? [readTwice(fence.header)] : [];
    });
    expect(read.length).toBeGreaterThan(400);
    expect(read.filter(Boolean).length).toBeGreaterThan(read.length * 0.7);
  },
);
