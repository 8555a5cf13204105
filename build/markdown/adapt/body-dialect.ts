import type { Position } from '../../problems/problem.ts';
import type { BodyProblem } from '../checks/body-problems.ts';
import type { Places } from '../marked/locate.ts';
import type { Rendering } from '../render-markdown.ts';
import type { Edit } from './apply-edits.ts';

/** How another program writes bodies, and what becomes of that here. */
export interface BodyDialect {
  /** Edits of the source before it is first parsed; null where it needs none. */
  unwrap?: ((source: string) => UnwrappedSource | null) | undefined;
  edits?: readonly BodyEdit[] | undefined;
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
  rendering: Rendering;
  places(): Places;
  /** The Markdown with NUL for what is not text; see `maskText`. */
  masked(): string;
  positionOf(offset: number): Position;
  /** The path from the content folder of the file that a name stands for; null for none. */
  findNamed(name: string, offset: number): string | null;
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
  /** Whether it is this text, which begins with `{{` or `{%`. */
  isBraced?(text: string): boolean;
}
