/** A table of Markdown; '' of no lines. The first `texts` columns are aligned to the left, the others to the right. */
export function toTable(heads: readonly string[], texts: number, lines: readonly (readonly string[])[]): string {
  if (lines.length === 0) return '';
  const rule = heads.map((_, index) => (index < texts ? '---' : '--:'));
  return [heads, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
