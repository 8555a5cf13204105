import type { FrontMatterValue } from '../parsed-file.ts';
import type { HeaderFault, ReadHeader } from './header-fault.ts';

/**
 * The `Key: value` lines of Pelican and MultiMarkdown. Values are bare text, in which nothing has to be quoted; lines that are
 * indented go on with the one above. Line 1 of the places is the line before the first.
 */
export function readLines(header: string): ReadHeader {
  const values = new Map<string, FrontMatterValue>();
  const twins: HeaderFault[] = [];
  let last: string | null = null;
  for (const [index, text] of header.split('\n').entries()) {
    const line = index + 2;
    const [start, key] = /^(?!\s)([^:]*?)[ \t]*:[ \t]*/.exec(text) ?? [];
    if (start !== undefined && key !== undefined) {
      const before = values.get(key)?.key;
      if (before !== undefined) twins.push({ ...twin(key), line, column: 1, twin: { key, first: before } });
      const written = text.slice(start.length).trim();
      values.set(key, { ...toValue(written), line, column: start.length + 1, key: { line, column: 1 } });
      last = key;
    } else if (last !== null && text.trim() !== '') {
      const value = values.get(last);
      const written = value?.source ?? String(value?.value ?? '');
      if (value !== undefined) values.set(last, { ...value, value: `${written}\n${text.trim()}`.trim(), source: null });
    }
  }
  return {
    twins,
    read: (lineOffset) => new Map([...values].map(([key, value]) => [key, moveDown(value, lineOffset)])),
  };
}

/** Whole numbers are numbers, as in YAML; all else is text. */
function toValue(written: string): Pick<FrontMatterValue, 'value' | 'source'> {
  if (written === '') return { value: null, source: null };
  return { value: /^\d{1,15}$/.test(written) ? Number(written) : written, source: written };
}

function moveDown({ key, ...value }: FrontMatterValue, lines: number): FrontMatterValue {
  return { ...value, line: value.line + lines, ...(key && { key: { line: key.line + lines, column: key.column } }) };
}

function twin(key: string): Pick<HeaderFault, 'code' | 'message'> {
  return { code: 'DUPLICATE_KEY', message: `the key \`${key}\` stands here a second time` };
}
