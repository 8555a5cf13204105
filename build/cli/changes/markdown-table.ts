import { toPrintable } from '../../problems/printable.ts';
import { escapeMarkdown } from '../../release/description/page/markdown-text.ts';
import { toDigits } from '../count.ts';

/** A table of a comment. */
export interface MarkdownTable {
  /** What it is folded under; null where it is open to see. */
  title: string | null;
  columns: readonly string[];
  /** Cells of Markdown. */
  rows: readonly (readonly string[])[];
}

/** Room for what is said of rows that are left out, of each table. */
const margin = 200;

/** Text before, tables and text after, of at most `longest` UTF-16 code units: rows that do not fit are counted. */
export function fitTables(before: string, tables: readonly MarkdownTable[], after: string, longest: number): string {
  let left = longest - before.length - after.length - tables.length * margin;
  const parts = [before];
  for (const { title, columns, rows } of tables) {
    if (rows.length === 0) continue;
    const lines = [toLine(columns), toLine(columns.map(() => '---'))];
    for (const row of rows) {
      const line = toLine(row);
      left -= line.length + 1;
      if (left < 0) break;
      lines.push(line);
    }
    const missing = rows.length + 2 - lines.length;
    const text = [...(lines.length > 2 ? [lines.join('\n')] : []), ...(missing > 0 ? [toMissing(missing)] : [])].join(
      '\n\n',
    );
    parts.push(title === null ? text : `<details><summary>${title}</summary>\n\n${text}\n\n</details>`);
  }
  return [...parts, after].join('\n\n');
}

function toMissing(rows: number): string {
  return `… and ${toDigits(rows)} more, which \`galley diff --all\` lists.`;
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Text of authors as one line of Markdown that shows just that, and that names nobody on GitHub and no issue. */
export function escapeText(text: string): string {
  const line = toPrintable(text.replace(/\s+/g, ' ').trim());
  return escapeMarkdown(line).replace(/\\([@#])/g, '$1<!-- -->');
}

/** What holds no backtick, as code in a cell. */
export function toCode(text: string): string {
  return `\`${toPrintable(text).replace(/[`|]/g, '\ufffd')}\``;
}
