import type { Range } from '../rendered-body.ts';

/** A text with ranges left out. */
export function cutText(text: string, cuts: readonly Range[]): string {
  let kept = '';
  let from = 0;
  for (const [start, end] of cuts) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

/** Ranges in ascending order, those that touch or overlap made one, empty ones left out. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else if (start < end) merged.push([start, end]);
  }
  return merged;
}
