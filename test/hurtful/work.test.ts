import { expect, test } from 'vitest';
import { renderBody } from '../../build/body/render-body.ts';
import { parseFile } from '../../build/front-matter/parse-file.ts';
import { capProblems } from '../../build/problems/cap-problems.ts';
import { countLooks } from '../support/count-looks.ts';
import { patterns } from './patterns.ts';

/** What a file of a pattern comes to. */
function build(text: string) {
  const { parsed, problems } = parseFile({ path: 'a.md', file: 'a.md' }, Buffer.from(text));
  const body = parsed && renderBody(parsed.body, { resolve: () => null, trustedHtml: false });
  return { html: body?.rendered.html ?? null, problems: capProblems([...problems, ...(body?.problems ?? [])]) };
}

// Once without being counted: parsers are loaded, expressions compiled.
build('---\n- a\n---\n<b>a</b>\n');

const [small, large] = [4000, 16_000];

/** For four times the size: four times the looks, and some more where few are enough to find a problem early. */
const mostTimes = 7;

test.each(patterns)(
  '$name: looks grow with the size, and it becomes an article or a problem',
  { timeout: 60_000 },
  ({ make }) => {
    const looks = (size: number): number => {
      const text = make(size);
      return countLooks(() => void build(text));
    };
    expect(looks(large)).toBeLessThan(mostTimes * looks(small) + 100 * large);
    const { html, problems } = build(make(large));
    expect(html !== null || problems.length > 0).toBe(true);
    expect(html?.length ?? 0).toBeLessThanOrEqual(1_000_000);
    for (const { line, column } of problems) expect(Math.min(line, column)).toBeGreaterThan(0);
  },
);
