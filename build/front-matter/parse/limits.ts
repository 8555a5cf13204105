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

/** What exceeds a limit, as problems are reported. */
export const beyond = {
  depth: { code: 'TOO_DEEP', message: `more than ${limits.depth} levels of nested values` },
  entries: { code: 'TOO_LARGE', message: `more than ${limits.entries} entries of lists and mappings` },
  anchors: { code: 'TOO_LARGE', message: `more than ${limits.anchors} anchors and aliases` },
} as const;

/**
 * Finds where JSON or TOML exceeds a limit; null where it does not. The parsers recurse for each level, and that of TOML for each
 * part of a key, so that they would overflow the stack. `tokens` matches punctuation, and whole texts and comments, whose
 * punctuation does not count; each of `entry` begins an entry.
 */
export function findBeyond(
  text: string,
  tokens: RegExp,
  entry: string,
): { code: string; message: string; offset: number } | null {
  let [depth, parts, entries] = [0, 0, 0];
  for (const { 0: token, index: offset } of text.matchAll(tokens)) {
    if (token.length > 1) continue;
    parts = token === '.' ? parts + 1 : 0;
    if (token === '[' || token === '{') depth++;
    // The parser reports a surplus bracket.
    if (token === ']' || token === '}') depth = Math.max(0, depth - 1);
    if (entry.includes(token)) entries++;
    if (depth + parts > limits.depth) return { ...beyond.depth, offset };
    if (entries > limits.entries) return { ...beyond.entries, offset };
  }
  return null;
}
