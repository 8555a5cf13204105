import { expect, test } from 'vitest';
import type { Dialect, HidingWay } from '../../build/dialects/dialect.ts';
import { dialects } from '../../build/dialects/index.ts';
import { readPlace, writePlace } from '../support/marked-place.ts';

/** Those of programs, which have a page each, and all others. */
const programs = dialects.filter(({ hides }) => hides !== undefined);
const syntaxes = dialects.filter(({ hides }) => hides === undefined);

const tables = {
  programs: ['| Program, with its page | Name |', '|---|---|', ...programs.map(toProgram)],
  dialects: [
    '| Name | Programs | What is read | What becomes of it |',
    '|---|---|---|---|',
    ...syntaxes.map(({ name, title, guide }) => `| \`${name}\` | ${title} | ${guide.reads} | ${guide.becomes} |`),
  ],
};

function toProgram({ name, title }: Dialect): string {
  return `| [${title}](./moving-from-${name}.md) | \`${name}\` |`;
}

test.each(Object.entries(tables))('the page about moving has the table of %s', (mark, lines) =>
  comparePlace('content/moving-a-folder.md', mark, lines.join('\n')),
);

test.each(programs)('the page of $name says what is read and what is hidden', async (dialect) =>
  comparePlace(`content/moving-from-${dialect.name}.md`, 'dialect', await toPage(dialect)),
);

async function comparePlace(file: string, mark: string, text: string): Promise<void> {
  if (process.env.GALLEY_REFRESH_PAGES) await writePlace({ file, mark }, text);
  // `GALLEY_REFRESH_PAGES=1` before this test writes the place again.
  expect(await readPlace({ file, mark })).toBe(text);
}

async function toPage({ signs, guide: { reads, becomes }, hides }: Dialect): Promise<string> {
  const { ways = [] } = (await hides?.load()) ?? {};
  const shown = signs?.any.map((sign) =>
    typeof sign === 'string' ? `\`${sign}\`` : `\`${sign[0]}\` with \`${toWord(sign[1])}\``,
  );
  return [
    `Detected by ${shown?.join(', ')}.`,
    `| What is read | What becomes of it |\n|---|---|\n| ${reads} | ${becomes} |`,
    toList('Hidden here too, by these rules:', toRules(ways)),
    toList('Named in the summary of a build:', toReasons('reported', ways)),
    toList('Not hidden:', toReasons('not applicable', ways)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function toRules(ways: readonly HidingWay[]): string[] {
  const read = ways.filter(([, outcome]) => outcome === 'read');
  const rules = [...new Set(read.map(([, , rule]) => rule))];
  return rules.map((rule) => {
    const of = read.filter(([, , by]) => by === rule);
    return `\`${rule}\`: ${of.map(([way]) => way).join('; ')}`;
  });
}

function toReasons(outcome: HidingWay[1], ways: readonly HidingWay[]): string[] {
  return ways.filter((way) => way[1] === outcome).map(([way, , reason]) => `${way}: ${reason}`);
}

function toList(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

/** The word at the start of a line that a pattern finds. */
function toWord({ source }: RegExp): string {
  return /\w+/.exec(source.replace(/\\./g, ''))?.[0] ?? '';
}
