import { linesOf } from './lines-of.ts';

/** A line of Markdown that is not inside of fenced code. */
export interface OuterLine {
  /** Counted from 0. */
  index: number;
  line: string;
  /** Whether fenced code begins here; its other lines are passed over. */
  isFence: boolean;
}

/** The lines of a text, of fenced code the first alone. */
export function* linesOutsideCode(markdown: string): Generator<OuterLine> {
  let fence: string | null = null;
  let index = -1;
  for (const line of linesOf(markdown)) {
    index++;
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
