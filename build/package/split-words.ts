/** The words of lines, which white space separates: for long lists of them. */
export function splitWords(...lines: readonly string[]): string[] {
  return lines.join(' ').trim().split(/\s+/);
}
