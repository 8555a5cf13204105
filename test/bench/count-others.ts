/** How many files of a release changed beside what a new article must change: of each of these, one. */
export function countOthers(names: readonly string[]): number {
  const seen = new Map<RegExp, string>();
  const others = names.filter((name) => {
    const kind = expected.find((pattern) => pattern.test(name));
    if (kind === undefined) return true;
    const file = kind.exec(name)?.[1] ?? '';
    const first = seen.get(kind) ?? file;
    seen.set(kind, first);
    return file !== first;
  });
  return others.length;
}

/** Patterns whose group names the file. A page file, its table and its `.gz` are one, by the name they share. */
const expected = [
  /^api\/v1\/pages\/(\w+)\./,
  /^api\/v1\/articles\/\w+\/(\w+)\./,
  /^api\/v1\/lookup\/(\w+)\./,
  /^api\/v1\/index\.(\w+)\./,
  /^api\/v1\/(release)\.json$/,
];
