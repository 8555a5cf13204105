import { firstIndex } from '../../../src/core/search.ts';
import type { Position } from '../../problems/problem.ts';
import type { BodyProblem } from '../checks/body-problems.ts';
import type { Spans } from '../marked/locate.ts';
import type { Dollars } from '../marked/math.ts';
import type { Rendered } from '../render-markdown.ts';

/** How another program writes bodies, and what becomes of that here. */
export interface BodyDialect {
  /** Edits of the source before it is first parsed; null where it needs none. */
  unwrap?: ((source: string) => UnwrappedSource | null) | undefined;
  edits?: readonly BodyEdit[] | undefined;
  dollars?: Dollars | undefined;
  /** Whether each line of a paragraph breaks at its end. */
  lineBreaks?: boolean | undefined;
  /** What stays in the text and readers would miss. */
  leftovers?: readonly Leftover[] | undefined;
}

export interface UnwrappedSource {
  edits: readonly Edit[];
  /** `toPosition` takes offsets in the source. */
  problems(toPosition: (offset: number) => Position): BodyProblem[];
}

/** Edits of a body that was parsed. One whose characters do not occur must cost nothing. */
export interface BodyEdit {
  /**
   * `cut` comes before all else and is repeated until nothing is found; `blocks` comes once the tags of HTML are paired; `text` comes
   * last, all edits of all dialects in one pass.
   */
  stage: 'cut' | 'blocks' | 'text';
  find(body: CurrentBody): readonly Edit[];
}

/** A body as it is by then. */
export interface CurrentBody {
  rendered: Rendered;
  spans(): Spans;
  /** The Markdown with NUL for what is not text; see `maskText`. */
  masked(): string;
  positionOf(offset: number): Position;
  /** The path from the content folder of the file that a name stands for; null for none. */
  findNamed(name: string, offset: number): string | null;
  /** One with the same `found` is reported once. */
  report(problem: BodyProblem): void;
}

/** Syntax that another program would replace. */
export interface Leftover {
  /** As a problem names it: "a shortcode of …". */
  name: string;
  /** Whether it may occur; quickly excludes most texts. */
  mayOccur(markdown: string): boolean;
  /** Whether it is an element of this name, as written. */
  isElement?(name: string): boolean;
  /** A line of a paragraph that stands in no other block. */
  line?: RegExp;
  /** Text in any block, but for code and formulas: what a group of it matches. */
  text?: RegExp;
  /** Whether it is this text, which begins with `{{` or `{%`. */
  isBraced?(text: string): boolean;
  /** The same in fenced or indented code. */
  isInCode?(text: string): boolean;
}

/** What is written in place of a range of a text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Takes a match out of a text. */
export function toCut({ 0: whole, index }: RegExpExecArray): Edit {
  return { start: index, end: index + whole.length, text: '' };
}

/** A text with edits, and where each of its characters stood before. */
interface EditedText {
  text: string;
  /** The offset in the text before: of what an edit wrote, where the edit begins. */
  toSource(offset: number): number;
}

/** Applies edits in the order of their places; of two that overlap, the first alone. */
export function applyEdits(source: string, edits: readonly Edit[]): EditedText {
  const starts: number[] = [];
  const kept: { edit: Edit; end: number }[] = [];
  let text = '';
  let from = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < from) continue;
    text += source.slice(from, edit.start);
    starts.push(text.length);
    text += edit.text;
    kept.push({ edit, end: text.length });
    from = edit.end;
  }
  text += source.slice(from);
  return {
    text,
    toSource(offset) {
      const last = kept[firstIndex(starts.length, (index) => (starts[index] ?? 0) > offset) - 1];
      if (last === undefined) return offset;
      return offset < last.end ? last.edit.start : last.edit.end + offset - last.end;
    },
  };
}
