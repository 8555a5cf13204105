import type { PagePart } from './release.ts';
import type { FilePieces, Part } from './reply.ts';
import type { Row } from './row.ts';

/** The articles of a list as the pieces of its page files, with the commas between; cuts left out on demand. */
export function cutPages(parts: readonly PagePart[], excludeH1: boolean): Part[] {
  const body: Part[] = [];
  for (const part of parts) {
    if (body.length > 0) body.push(',');
    body.push(cutPage(part, excludeH1));
  }
  return body;
}

/** From the first octet of the first row to the last of the last, without the cuts if they are to be left out. */
export function cutPage({ file, rows }: PagePart, excludeH1: boolean): FilePieces {
  const ranges: [number, number][] = [];
  let from = rows[0]?.start ?? 0;
  if (excludeH1) {
    for (const { start, cuts } of rows) {
      for (let i = 0; i + 1 < cuts.length; i += 2) {
        const cut = start + (cuts[i] ?? 0);
        if (cut > from) ranges.push([from, cut]);
        from = start + (cuts[i + 1] ?? 0);
      }
    }
  }
  ranges.push([from, endOf(rows)]);
  return { file, ranges };
}

function endOf(rows: readonly Row[]): number {
  return rows.at(-1)?.end ?? 0;
}
