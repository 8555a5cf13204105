import { toPrintable } from '../problems/printable.ts';
import { textWidth } from '../problems/text-width.ts';
import { escapeMarkdown } from '../release/description/page/markdown-text.ts';
import { toDigits } from './figures.ts';
import type { Output } from './output.ts';

export interface TextTable {
  /** Columns of numbers, which are aligned to the right. */
  numbers?: readonly number[];
  /** Columns of a terminal that the first cell has at least. */
  minWidth?: number;
  indent?: string;
}

/** Columns of a terminal to which cells are filled up; wider ones move the rest of their row. */
const maxWidth = 40;

/** A line for each row, with its cells aligned. */
export function toTextTable(
  rows: readonly (readonly string[])[],
  { numbers = [], minWidth = 0, indent = '' }: TextTable = {},
): string[] {
  const widths: number[] = [minWidth];
  const cells = rows.map((row) => row.map((cell) => ({ cell: toPrintable(cell), width: textWidth(cell) })));
  for (const row of cells)
    for (const [i, { width }] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, Math.min(width, maxWidth));
  return cells.map((row) => {
    const padded = row.map(({ cell, width }, i) => {
      const padding = ' '.repeat(Math.max(0, (widths[i] ?? 0) - width));
      return numbers.includes(i) ? padding + cell : cell + padding;
    });
    return (indent + padded.join('  ')).trimEnd();
  });
}

/** Prints rows as JSON, or as lines of the cells that `toCells` makes; `none` where there are none. */
export function printRows<Row extends object>(
  rows: readonly Row[],
  {
    json = false,
    none,
    toCells,
    ...table
  }: TextTable & { json?: boolean | undefined; none: string; toCells(row: Row): string[] },
  output: Output,
): void {
  if (json) output.printJson(rows);
  else if (rows.length === 0) output.print(none);
  else output.print(toTextTable(rows.map(toCells), table).join('\n'));
}

/** A table of a comment on a pull request. */
export interface MarkdownTable {
  /** What it is folded under; null where it is open. */
  title: string | null;
  columns: readonly string[];
  /** Cells of Markdown. */
  rows: readonly (readonly string[])[];
}

/** Room in each table for the count of rows that do not fit. */
const margin = 200;

/** Text before, tables and text after, of at most `maxLength` UTF-16 code units: rows that do not fit are counted. */
export function toMarkdownTables(
  before: string,
  tables: readonly MarkdownTable[],
  after: string,
  maxLength: number,
): string {
  let left = maxLength - before.length - after.length - tables.length * margin;
  const parts = [before];
  for (const { title, columns, rows } of tables) {
    if (rows.length === 0) continue;
    const fitting: string[] = [];
    for (const row of rows) {
      const line = toLine(row);
      left -= line.length + 1;
      if (left < 0) break;
      fitting.push(line);
    }
    const missing = rows.length - fitting.length;
    const head = [toLine(columns), toLine(columns.map(() => '---'))];
    const shown = fitting.length === 0 ? [] : [[...head, ...fitting].join('\n')];
    const more = missing === 0 ? [] : [`… and ${toDigits(missing)} more. \`galley diff --all\` lists them.`];
    const text = [...shown, ...more].join('\n\n');
    parts.push(title === null ? text : `<details><summary>${title}</summary>\n\n${text}\n\n</details>`);
  }
  return [...parts, after].join('\n\n');
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Text of authors as one line of Markdown that shows just that, and that names nobody on GitHub and no issue. */
export function escapeForTable(text: string): string {
  const line = toPrintable(text.replace(/\s+/g, ' ').trim());
  return escapeMarkdown(line).replace(/\\([@#])/g, '$1<!-- -->');
}

/** Text as code in a cell; characters that would end it are replaced. */
export function toCode(text: string): string {
  return `\`${toPrintable(text).replace(/[`|]/g, '\ufffd')}\``;
}
