import { TooMuchWork } from './too-much-work.ts';

/**
 * Characters that the lexer may be handed, at all levels together: for each character of the text, and in any case.
 * Real texts take three times their length, and eleven times at most.
 */
const [workPerCharacter, workAlways] = [18, 3_000_000];

/** Cells that marked may add to the rows of tables: for each character of the text, and in any case. */
const [filledPerCharacter, filledAlways] = [0.25, 50_000];

/**
 * What a text of some length may take until it is read, so that any text takes time in proportion to its length, or is
 * refused.
 */
export class WorkBudget {
  #work: number;
  #cells: number;
  readonly #offset: () => number;

  /** `share` is that of all work for one parse, and `offset` where in the text it is. */
  constructor(length: number, share: number, offset: () => number) {
    this.#work = share * (workAlways + workPerCharacter * length);
    this.#cells = filledAlways + filledPerCharacter * length;
    this.#offset = offset;
  }

  /** Counts work, in characters. Throws a `TooMuchWork`. */
  count(work: number): void {
    this.#work -= work;
    if (this.#work < 0) throw new TooMuchWork('work', this.#offset());
  }

  /**
   * Counts the cells that marked adds to the rows of a table which are shorter than its heading. Throws a
   * `TooMuchWork`.
   */
  countFilled(cells: number): void {
    this.#cells -= cells;
    if (this.#cells < 0) throw new TooMuchWork('cells', this.#offset());
  }
}
