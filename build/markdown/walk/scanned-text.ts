import { firstIndex } from '../../../src/core/search.ts';
import { lazy } from '../../package/lazy.ts';
import { createCloseFinder } from '../linear-text.ts';

/** A text whose hidden parts are found in one pass. */
export interface Scanned {
  text: string;
  /** The first of some text from an index on. */
  find(close: string, from: number): number;
  /** Where the first match of an expression ends, from an index on; null for none. */
  findPattern(pattern: RegExp, from: number): number | null;
  /**
   * Where a brace ends that holds lines beginning with `//` alone, the first of them at an index; null for no such
   * brace.
   */
  endOfLines(from: number): number | null;
  /** The first tag that ends another, by its name, from an index on: where it ends. */
  findEndTag(name: string, from: number): number | null;
}

export function toScanned(text: string): Scanned {
  const finders = new Map<string, (from: number) => number>();
  /** By expression: its next match, and from where on that is the next one. */
  const matches = new Map<RegExp, { from: number; index: number; end: number | null }>();
  let lines: { from: number; to: number; end: number | null } = { from: 0, to: 0, end: null };
  const endTags = lazy(() => {
    const found = new Map<string, { index: number; end: number }[]>();
    for (const { 0: tag, 1: one, 2: other, 3: third, index } of text.matchAll(endTag)) {
      const name = (one ?? other ?? third ?? '').toLowerCase();
      const all = found.get(name) ?? [];
      all.push({ index, end: index + tag.length });
      found.set(name, all);
    }
    return found;
  });
  return {
    text,
    find(close, from) {
      const finder = finders.get(close) ?? createCloseFinder(text, [close]);
      finders.set(close, finder);
      return finder(from);
    },
    findPattern(pattern, from) {
      const known = matches.get(pattern);
      if (known !== undefined && known.from <= from && from <= known.index) return known.end;
      pattern.lastIndex = from;
      const index = pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
      const end = index === Number.POSITIVE_INFINITY ? null : pattern.lastIndex;
      matches.set(pattern, { from, index, end });
      return end;
    },
    endOfLines(from) {
      // From each line of a comment, the rest of it ends at the same place.
      if (lines.from <= from && from < lines.to) return lines.end;
      let at = from;
      while (text.startsWith('//', at)) {
        nextLine.lastIndex = at;
        at = nextLine.test(text) ? nextLine.lastIndex : text.length;
      }
      lines = { from, to: at, end: text[at] === '}' ? at + 1 : null };
      return lines.end;
    },
    findEndTag(name, from) {
      const all = endTags().get(name) ?? [];
      return all[firstIndex(all.length, (each) => (all[each]?.index ?? 0) >= from)]?.end ?? null;
    },
  };
}

const nextLine = /[^\n]*\n\s*/y;

const endTag =
  /\{\{[<%][ \t]*\/[ \t]*([\w./-]+)[ \t]*[%>]\}\}|\{%[-+~]?[ \t]*end([\w./-]+)[ \t]*[-+~]?%\}|\[\/([\w-]+)\]/g;
