/**
 * What front matter may be at the most. That of 585 articles that others published has 2,500 characters at the most, and
 * lies four levels deep.
 */
export const limits = {
  /** Characters, in UTF-16 code units, fences left out. */
  length: 250_000,
  /** Entries of lists and mappings, on all levels together; those that aliases and merge keys write out count each time. */
  entries: 10_000,
  /** Anchors and aliases of YAML, each of which is looked up among all. */
  anchors: 1000,
  /** Levels of lists and mappings that lie in each other. */
  depth: 100,
} as const;
