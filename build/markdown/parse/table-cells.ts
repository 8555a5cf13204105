/** Whether a table may begin here. Marked reads all rows before it finds that the first two have not as many cells. */
export function maybeTable(source: string): boolean {
  const end = source.indexOf('\n');
  delimiterRow.lastIndex = end + 1;
  const [row] = (end !== -1 && delimiterRow.exec(source)) || [];
  return row !== undefined && countCells(source.slice(0, end)) === countDelimiters(row);
}

const delimiterRow = / {0,3}[|:-][|: -]*/y;

/** How many cells the rows of a table have fewer than its heading. */
export function countMissing(source: string): number {
  const end = source.indexOf('\n');
  const columns = countCells(source.slice(0, end));
  let missing = 0;
  // A row of some cells needs no count.
  for (let at = source.indexOf('\n', end + 1) + 1; at > 0 && at < source.length && columns > 2; ) {
    const next = source.indexOf('\n', at);
    const row = source.slice(at, next === -1 ? source.length : next);
    if (row.trim() === '') break;
    missing += Math.max(0, columns - row.split('|').length);
    at = next + 1;
  }
  return missing;
}

/** As marked counts the cells of the first row of a table. */
function countCells(row: string): number {
  // What is escaped is text.
  const cells = row.replace(/\\[\s\S]/g, 'xx').split('|');
  if (cells[0]?.trim() === '') cells.shift();
  if (cells.at(-1)?.trim() === '') cells.pop();
  return cells.length;
}

/** And of the second row. */
function countDelimiters(row: string): number {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|').length;
}
