/** A known difference of a platform from the Node adapter. One that is not met in each of its cases fails the suite. */
export interface Difference {
  /** Names of targets. */
  targets: readonly string[];
  /** Names of cases, as the suite prints them (`section: title`), or a pattern that fits these alone. */
  cases: readonly string[] | RegExp;
  /**
   * What differs: a header, by its name in lower case, which is not compared; or the whole response, which must then have
   * one of these statuses. 'none' is a connection that ends without a response. Of several responses each is compared.
   */
  differs: { header: string } | { statuses: readonly (number | 'none')[] };
  /** Why, in a sentence for readers of the table. */
  reason: string;
}

export function isAbout({ targets, cases }: Difference, target: string, name: string): boolean {
  return targets.includes(target) && (cases instanceof RegExp ? cases.test(name) : cases.includes(name));
}
