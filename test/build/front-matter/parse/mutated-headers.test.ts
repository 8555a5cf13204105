import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import fastGlob from 'fast-glob';
import { expect, test } from 'vitest';
import { cases } from '../../../support/amount.ts';
import { corporaFolder } from '../../../support/needs.ts';
import { parseFile } from '../../../support/parse-file.ts';

/** Headers in every way of writing; what stands in them is called `mark`, and in the text below never. */
const headers = [
  '---\ntitle: mark one\ndate: 2024-01-01\ntags:\n  - mark\n  - b\ndescription: "mark: two"\n---\n',
  '---\ntitle: >-\n  mark\n  one\ndate: 2024-01-01\nseo:\n  title: mark\n---\n',
  '\uFEFF---\r\ntitle: mark one\r\ndate: 2024-01-01\r\nslug: mark\r\n---\r\n',
  '+++\ntitle = "mark"\ndate = 2024-01-01\ndescription = "mark two"\n\n[extra]\nteam = "mark"\n+++\n',
  '{\n  "title": "mark",\n  "date": "2024-01-01",\n  "description": "mark",\n  "params": {"team": "mark"}\n}\n',
  '---json\n{\n  "title": "mark",\n  "date": "2024-01-01",\n  "description": "mark"\n}\n---\n',
  'title: mark one\ndate: 2024-01-01\ntags:\n- mark\nslug: mark\n---\n',
  'Title: mark: one\nDate: 2024-01-01\nSlug: mark\nSummary: mark\n\n',
];

const body = '\nA text of several words.\n\n# Its heading\n\nAnother paragraph: with a colon.\n\n---\n\nThe end.\n';

/** A slip of a hand: at a place, so many characters are replaced, or a line is put in, taken out or doubled. */
const slip = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.constantFrom(0, 0, 1, 1, 2, 3),
  put: fc.constantFrom(
    '',
    '',
    '-',
    '---',
    '\n',
    '\n\n',
    ' ',
    '\t',
    ':',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    '#',
    '+',
    ',',
    '\\',
    'x',
    '\0',
    'é',
  ),
});

type Slip = { at: number; cut: number; put: string } | { at: number; lines: readonly string[] | null };

const lineSlip = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  lines: fc.constantFrom(null, [], ['---'], ['+++'], ['...'], ['', ''], ['- x'], ['x: y'], ['  x']),
});

const slips: fc.Arbitrary<Slip> = fc.oneof(slip, lineSlip);

function slipIn(text: string, slip: Slip): string {
  if ('put' in slip) {
    const start = Math.floor(slip.at * text.length);
    return text.slice(0, start) + slip.put + text.slice(start + slip.cut);
  }
  const lines = text.split('\n');
  const at = Math.floor(slip.at * (lines.length - 1));
  const line = lines[at] ?? '';
  // None is doubled; an empty list takes it out.
  lines.splice(at, slip.lines?.length === 0 ? 1 : 0, ...(slip.lines ?? [line]));
  return lines.join('\n');
}

function addedBy(slip: Slip): number {
  return 'put' in slip ? slip.put.length : 10;
}

const parse = (text: string) => parseFile({ path: 'a.md', file: '/a.md' }, new TextEncoder().encode(text));

test('a slip in a header is read, or reported; the header never becomes text without a report', {
  tags: ['scaled'],
}, () => {
  fc.assert(
    fc.property(fc.constantFrom(...headers), slips, (header, slip) => {
      const text = `${slipIn(header, slip)}${body}`;
      const { value: parsed, problems } = parse(text);
      expect(parsed === null).toBe(problems.some(({ severity }) => severity === 'error'));
      // A blank line ends a header without fences, also in the midst of a value.
      const isCut = header.startsWith('Title') && 'put' in slip && slip.put === '\n\n';
      if (problems.length === 0 && !isCut) expect(parsed?.body).not.toContain('mark');
      for (const { line, column } of problems) {
        expect(line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length);
        expect(column).toBeGreaterThan(0);
      }
    }),
    cases(5000, 250),
  );
});

const known =
  /^["']?(?:title|date|slug|path|description|summary|aliases|authors?|tags|categories|layout)["']?[ \t]*[:=]/;

const corpora = corporaFolder();

test.skipIf(corpora === null)('so it is with headers that people wrote', { tags: ['long', 'soak'] }, () => {
  const texts = fastGlob
    .sync('*/**/*.{md,markdown}', { cwd: corpora ?? '' })
    .sort()
    .map((path) => readFileSync(join(corpora ?? '', path), 'utf8').replace(/\r\n?/g, '\n'))
    .flatMap((text) => {
      const { value: parsed } = parse(text);
      // Of a body as little as shows whether something came into it.
      if (parsed === null || !(parsed.frontMatter.has('title') || parsed.frontMatter.has('date'))) return [];
      const header = text.slice(0, text.length - parsed.body.length);
      return [{ header, body: parsed.body.trim().slice(0, 200) }];
    });
  expect(texts.length).toBeGreaterThan(400);
  fc.assert(
    fc.property(fc.constantFrom(...texts), slips, ({ header, body }, slip) => {
      const { value: parsed, problems } = parse(`${slipIn(header, slip)}\n${body}`);
      expect(parsed === null).toBe(problems.some(({ severity }) => severity === 'error'));
      if (parsed === null || problems.length > 0) return;
      const over = parsed.body.trim().length - body.length - addedBy(slip) - 1;
      // One name may begin a text, and the rest of a header may have no name that is known.
      const lines = parsed.body.split('\n').filter((line) => /^[^#]/.test(line.trim()));
      const names = lines.slice(0, 6).filter((line) => known.test(line));
      if (over > 0) expect(names.length, parsed.body).toBeLessThan(2);
    }),
    cases(5000, 250),
  );
});
