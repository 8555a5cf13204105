/** A difference of a platform from the Node door that is known. One that is not met any more fails the suite. */
export interface Difference {
  /** Name of a target. */
  target: string;
  /** Titles of cases, or a pattern of `section: title`. */
  cases: RegExp;
  /**
   * What differs: a field, by its name in lower case, that is not compared; or the whole answer, which must then have
   * one of these statuses; none is that the connection ends without an answer.
   */
  differs: { header: string } | { statuses: readonly (number | 'none')[] };
  reason: string;
}

export const differences: readonly Difference[] = [];
