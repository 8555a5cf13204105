import { firstIndex } from '../../src/core/search.ts';
import type { Range } from './rendered-body.ts';

/** What is written in place of a range of a text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A text with edits, and where its characters stood before. */
export interface EditedText {
  text: string;
  /** The offset in the text before: of what an edit wrote, where the edit begins. */
  toSource(offset: number): number;
  /** The edits that were applied, and where what they wrote stands. */
  applied: readonly { edit: Edit; start: number; end: number }[];
  /** The offset of what stood at one in the text before: behind what an edit wrote, of what it took away. */
  toEdited(offset: number): number;
}

/** Applies edits in the order of their places; of two that overlap, the first alone. */
export function applyEdits(source: string, edits: readonly Edit[]): EditedText {
  const kept: { edit: Edit; start: number; end: number }[] = [];
  let text = '';
  let from = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < from) continue;
    text += source.slice(from, edit.start);
    const start = text.length;
    text += edit.text;
    kept.push({ edit, start, end: text.length });
    from = edit.end;
  }
  text += source.slice(from);
  return {
    text,
    applied: kept,
    toSource(offset) {
      const last = kept[firstIndex(kept.length, (index) => (kept[index]?.start ?? 0) > offset) - 1];
      if (last === undefined) return offset;
      return offset < last.end ? last.edit.start : last.edit.end + offset - last.end;
    },
    toEdited(offset) {
      const last = kept[firstIndex(kept.length, (index) => (kept[index]?.edit.start ?? 0) >= offset) - 1];
      if (last === undefined) return offset;
      return last.end + Math.max(0, offset - last.edit.end);
    },
  };
}

/** Edits of a source with further ones of the text that they make. Those of what comes out do not count any more. */
export function withFurther<E extends Edit>(edits: readonly E[], edited: EditedText, further: readonly E[]): E[] {
  const added = further.map((edit) => {
    const last = edited.applied.find(({ start, end }) => start < edit.end && edit.end < end);
    return { ...edit, start: edited.toSource(edit.start), end: last?.edit.end ?? edited.toSource(edit.end) };
  });
  const out = mergeRanges(added.map(({ start, end }) => [start, end]));
  const isOut = ({ start, end }: E): boolean => {
    const first = out[firstIndex(out.length, (each) => (out[each]?.[1] ?? 0) > start)];
    return first !== undefined && (first[0] < end || first[0] === start);
  };
  return [...edits.filter((edit) => !isOut(edit)), ...added];
}

/** A text without some ranges. */
export function cutText(text: string, cuts: readonly Range[]): string {
  let kept = '';
  let from = 0;
  for (const [start, end] of cuts) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

/** Ranges in ascending order, those that touch or overlap made one, without empty ones. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else if (start < end) merged.push([start, end]);
  }
  return merged;
}
