/** Thrown for a text that would take too long. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
  /**
   * `depth`: quotes and lists, or emphasis and links, are nested too deeply. `work`: too much is read again and again.
   * `html`: a table has too many empty cells.
   */
  readonly limit: 'depth' | 'work' | 'html';
  /** Where it began, in the text that is parsed. */
  readonly offset: number;

  constructor(limit: TooMuchWork['limit'], offset: number) {
    super(`More ${limit} than is allowed`);
    this.limit = limit;
    this.offset = offset;
  }
}

/** What `work` gives; null where that would take too long. */
export function unlessTooMuch<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooMuchWork) return null;
    throw error;
  }
}

/**
 * Takes an error of marked or of the HTML parser for HTML that is nested too deeply: they are out of stack, or give up.
 */
export function guardDepth<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof TooMuchWork ? error : new TooMuchWork('depth', 0);
  }
}
