/**
 * Limits of front matter. In 585 articles that others published, front matter has at most 2,500 characters and four levels.
 */
export const limits = {
  /** UTF-16 code units, without the fences. */
  length: 250_000,
  /** Entries of lists and mappings on all levels; what aliases and merge keys stand for counts each time. */
  entries: 10_000,
  /** Levels of nested lists and mappings. */
  depth: 100,
} as const;

/** What exceeds a limit, as problems are reported. */
export const beyond = {
  depth: { code: 'TOO_DEEP', message: `more than ${limits.depth} levels of nested values` },
  entries: { code: 'TOO_LARGE', message: `more than ${limits.entries} entries of lists and mappings` },
} as const;
