import type { FrontMatterValue } from '../parsed-file.ts';
import { duplicateKey, type ParsedFrontMatter, type SyntaxProblem } from './parsed-front-matter.ts';

/**
 * Parses lines `key: value`, `.. key: value` and `key:: value`. Values are bare text, in which nothing has to be quoted; lines that are
 * indented go on with the one above.
 */
export function parseKeyValueLines(text: string, firstLine: number): ParsedFrontMatter {
  const values = new Map<string, FrontMatterValue>();
  const doubts: SyntaxProblem[] = [];
  let last: string | null = null;
  for (const [index, written] of text.split('\n').entries()) {
    const at = { line: firstLine + index, column: 1 };
    const [start, writtenKey] = /^(?!\s)(?:\.\.[ \t]+(?![ \t]))?([^:]*)::?[ \t]*/.exec(written) ?? [];
    if (start !== undefined && writtenKey !== undefined) {
      const key = writtenKey.trimEnd();
      const before = values.get(key);
      const value = toValue(written.slice(start.length).trim());
      if (before?.key !== undefined) doubts.push(duplicateKey(key, at, before.key, before.source === value.source));
      values.set(key, { ...value, line: at.line, column: start.length + 1, key: at });
      last = key;
    } else if (last !== null && written.trim() !== '') {
      const value = values.get(last);
      const above = value?.source ?? String(value?.value ?? '');
      if (value !== undefined) {
        values.set(last, { ...value, value: `${above}\n${written.trim()}`.trim(), source: null });
      }
    }
  }
  return { values, doubts };
}

/** Whole numbers are numbers, as in YAML; all else is text. */
function toValue(written: string): Pick<FrontMatterValue, 'value' | 'source'> {
  if (written === '') return { value: null, source: null };
  return { value: /^\d{1,15}$/.test(written) ? Number(written) : written, source: written };
}
