import { expect, test } from 'vitest';
import type { Dialect } from '../../build/dialects/dialect.ts';
import { dialects } from '../../build/dialects/index.ts';
import { readPlace, writePlace } from '../support/marked-place.ts';

const file = 'content/moving-a-folder.md';

function toRow({ name, title, detectedBy = [], guide: { reads, becomes } }: Dialect): string {
  const shown = detectedBy
    .map((sign) => (typeof sign === 'string' ? `\`${sign}\`` : `\`${sign[0]}\` with \`${toWord(sign[1])}\``))
    .join(', ');
  return `| \`${name}\` | ${title} | ${shown === '' ? '–' : shown} | ${reads} | ${becomes} |`;
}

/** The word at the start of a line that a pattern finds. */
function toWord({ source }: RegExp): string {
  return /\w+/.exec(source.replace(/\\./g, ''))?.[0] ?? '';
}

function toWays({ title, hidingWays = [] }: Dialect): string[] {
  return hidingWays.map(
    ([way, outcome, by]) => `| ${title} | ${way} | ${outcome}: ${outcome === 'read' ? `\`${by}\`` : by} |`,
  );
}

test.each([
  [
    'dialects',
    ['| Name | Programs | Detected by | What is read | What becomes of it |', '|---|---|---|---|---|'],
    toRow,
  ],
  ['hiding-ways', ['| Program | Its way | Galley |', '|---|---|---|'], toWays],
] as const)('the guide has the table of %s, which is made from the code', async (mark, head, toRows) => {
  const text = [...head, ...dialects.flatMap(toRows)].join('\n');
  if (process.env.GALLEY_REFRESH_PAGES) await writePlace({ file, mark }, text);
  // `GALLEY_REFRESH_PAGES=1` before this test writes the tables again.
  expect(await readPlace({ file, mark })).toBe(text);
});
