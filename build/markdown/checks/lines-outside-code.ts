/** A line of Markdown that is not inside of fenced code. */
export interface OuterLine {
  /** Counted from 0. */
  index: number;
  line: string;
  /** Whether fenced code begins here; its other lines are passed over. */
  isFence: boolean;
}

/** The lines of a text one by one: a long text of short lines would take much memory if they were all made at once. */
export function* linesOutsideCode(markdown: string): Generator<OuterLine> {
  let fence: string | null = null;
  for (let at = 0, index = 0; at <= markdown.length; index++) {
    const next = markdown.indexOf('\n', at);
    const end = next === -1 ? markdown.length : next;
    const line = markdown.slice(at, end);
    at = end + 1;
    const mark = fenceMark.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    if (mark !== undefined) fence = mark;
    yield { index, line, isFence: mark !== undefined };
  }
}

const fenceMark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
