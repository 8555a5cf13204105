import type { TableRow } from './format.ts';
import type { PagePart } from './release.ts';
import type { FilePieces, Part } from './reply.ts';

/** The articles of a list as the pieces of its page files, with the commas between; cuts left out on demand. */
export function cutPages(parts: readonly PagePart[], excludeH1: boolean): Part[] {
  const body: Part[] = [];
  for (const { file, rows } of parts) {
    if (body.length > 0) body.push(',');
    body.push({ file, ranges: excludeH1 ? rangesWithout(rows) : [[first(rows)[3], last(rows)[4]]] });
  }
  return body;
}

/** One article, from the page file it stands in. */
export function cutArticle(file: string, row: TableRow, excludeH1: boolean): FilePieces {
  return { file, ranges: excludeH1 ? rangesWithout([row]) : [[row[3], row[4]]] };
}

/** From the first octet of the first row to the last of the last, without the cuts. */
function rangesWithout(rows: readonly TableRow[]): [number, number][] {
  const ranges: [number, number][] = [];
  let from = first(rows)[3];
  for (const [, , , start, , , cuts] of rows) {
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      const cutStart = start + (cuts[i] ?? 0);
      if (cutStart > from) ranges.push([from, cutStart]);
      from = start + (cuts[i + 1] ?? 0);
    }
  }
  ranges.push([from, last(rows)[4]]);
  return ranges;
}

function first(rows: readonly TableRow[]): TableRow {
  const row = rows[0];
  if (row === undefined) throw new RangeError('A page part holds one row at least.');
  return row;
}

function last(rows: readonly TableRow[]): TableRow {
  return rows.at(-1) ?? first(rows);
}
