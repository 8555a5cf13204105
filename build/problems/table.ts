import { textWidth } from './text-width.ts';

/** Rows of a terminal, each column as wide as its widest cell; of the columns in `numeric`, cells stand on the right. */
export function toTextTable(rows: readonly (readonly string[])[], numeric: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, textWidth(cell));
  return rows.map((row) => {
    const cells = row.map((cell, i) => {
      const space = ' '.repeat((widths[i] ?? 0) - textWidth(cell));
      return numeric.includes(i) ? space + cell : cell + space;
    });
    return cells.join('  ').trimEnd();
  });
}

/** A row of a table in Markdown. Cells are Markdown of one line. */
export function toMarkdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
}

export function toMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(toMarkdownRow).join('\n');
}
