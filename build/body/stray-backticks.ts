/**
 * A text that begins with a link or an image, with NUL in place of each backtick in its brackets that opens no code, since nothing
 * closes it: CommonMark takes it for a character, marked for the end of the link. Null where there is none.
 */
export function maskStrayBackticks(source: string): string | null {
  if (!/^!?\[[^`\]]*`/.test(source)) return null;
  let masked = '';
  let from = 0;
  let depth = 0;
  mark.lastIndex = source.indexOf('[');
  for (let found = mark.exec(source); found !== null; found = mark.exec(source)) {
    const [run] = found;
    if (run === '[') depth++;
    if (run === ']') depth--;
    if (depth === 0) break;
    if (!run.startsWith('`')) continue;
    const end = endOfCode(source, mark.lastIndex, run.length);
    if (end !== null) {
      mark.lastIndex = end;
      continue;
    }
    masked += source.slice(from, found.index) + stray.repeat(run.length);
    from = mark.lastIndex;
  }
  return from === 0 ? null : masked + source.slice(from);
}

/** Undoes it, in a token and all that is in it. */
export function unmask<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll(stray, '`') as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unmask) as T;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unmask(inner)])) as T;
}

/** Stands in no Markdown that is rendered. */
const stray = '\0';

const mark = /\\[\s\S]|`+|[[\]]/g;

/** Behind the run of as many backticks that comes next; null without one. */
function endOfCode(source: string, from: number, length: number): number | null {
  for (let start = source.indexOf('`', from); start !== -1; ) {
    let end = start;
    while (source[end] === '`') end++;
    if (end - start === length) return end;
    start = source.indexOf('`', end);
  }
  return null;
}
