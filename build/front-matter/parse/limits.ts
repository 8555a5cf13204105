/**
 * Limits of front matter. In 585 articles that others published, front matter has at most 2,500 characters and four levels.
 */
export const limits = {
  /** UTF-16 code units, without the fences. */
  length: 250_000,
  /** Entries of lists and mappings on all levels; what aliases and merge keys stand for counts each time. */
  entries: 10_000,
  /** Anchors and aliases of YAML: the parser searches all of them for each one. */
  anchors: 1000,
  /** Levels of nested lists and mappings. */
  depth: 100,
} as const;
