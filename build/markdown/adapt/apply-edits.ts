/** What is written in place of a range of a text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A text with edits, and where each of its characters stood before. */
export interface EditedText {
  text: string;
  /** The offset in the text before: of what an edit wrote, where the edit begins. */
  toSource(offset: number): number;
}

/** Applies edits in the order of their places; of two that overlap, the first alone. */
export function applyEdits(source: string, edits: readonly Edit[]): EditedText {
  const starts: number[] = [];
  const kept: { edit: Edit; end: number }[] = [];
  let text = '';
  let from = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < from) continue;
    text += source.slice(from, edit.start);
    starts.push(text.length);
    text += edit.text;
    kept.push({ edit, end: text.length });
    from = edit.end;
  }
  text += source.slice(from);
  return {
    text,
    toSource(offset) {
      let low = 0;
      for (let high = starts.length; low < high; ) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle + 1;
        else high = middle;
      }
      const last = kept[low - 1];
      if (last === undefined) return offset;
      return offset < last.end ? last.edit.start : last.edit.end + offset - last.end;
    },
  };
}
