/**
 * A text without such characters at its end, in one pass: a regular expression would search again from each of them that stands
 * inside the text.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/**
 * Finds the first of some texts at an index or behind it; `Infinity` if there is none. For rising indexes it goes
 * over the text once, however often it is called.
 */
export function createCloseFinder(text: string, closes: readonly string[]): (from: number) => number {
  const known = closes.map(() => -1);
  return (from) => {
    for (const [i, close] of closes.entries()) {
      if ((known[i] ?? 0) >= from) continue;
      const at = text.indexOf(close, from);
      known[i] = at === -1 ? Number.POSITIVE_INFINITY : at;
    }
    return Math.min(...known);
  };
}

/** What stands before an index in its line: the last `maxLength` characters of it. */
export function lineBefore(text: string, index: number, maxLength: number): string {
  const before = text.slice(Math.max(0, index - maxLength), index);
  return before.slice(before.lastIndexOf('\n') + 1);
}

/** The lines of a text one by one: a long text of short lines would take much memory if they were all made at once. */
export function* linesOf(text: string): Generator<string> {
  let at = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
    yield text.slice(at, end);
    at = end + 1;
  }
  yield text.slice(at);
}

/** A line of Markdown that is not inside of fenced code. */
interface OuterLine {
  /** Where it starts. */
  start: number;
  line: string;
}

/** The lines of a text, of fenced code the first alone. */
export function* linesOutsideCode(markdown: string): Generator<OuterLine> {
  let fence: string | null = null;
  let next = 0;
  for (const line of linesOf(markdown)) {
    const start = next;
    next += line.length + 1;
    const found = fenceStart.exec(line)?.[1];
    if (fence !== null) {
      if (found?.startsWith(fence)) fence = null;
      continue;
    }
    if (found !== undefined) fence = found;
    yield { start, line };
  }
}

const fenceStart = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** The character that ends at an index, which may be two units long; '' at the start. */
export function characterEndingAt(text: string, index: number): string {
  return text.slice((text.codePointAt(index - 2) ?? 0) > 0xff_ff ? index - 2 : Math.max(0, index - 1), index);
}
