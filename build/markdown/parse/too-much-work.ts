/**
 * What a text may have too much of. `depth`: quotes and lists, or emphasis and links, in each other. `work`: what is
 * read again and again. `cells`: empty ones of a table; `addresses`, where many links refer to a long one; `html`: all
 * that becomes of the text. `attributes` of tags.
 */
export type Limit = 'depth' | 'work' | 'cells' | 'addresses' | 'html' | 'attributes';

/** Thrown for a text that would take too long. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
  readonly limit: Limit;
  /** Where it began, in the text that is parsed. */
  readonly offset: number;
  /** What is shown of it. */
  readonly written: string;

  constructor(limit: Limit, offset = 0, written = '') {
    super(`More ${limit} than is allowed`);
    this.limit = limit;
    this.offset = offset;
    this.written = written;
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
    throw error instanceof TooMuchWork ? error : new TooMuchWork('depth');
  }
}
