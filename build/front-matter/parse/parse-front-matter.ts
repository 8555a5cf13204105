import type { FrontMatterValue } from '../parsed-file.ts';
import type { Syntax } from './fence.ts';
import { parseToml } from './parse-toml.ts';
import { parseJsonHeader, parseYaml } from './parse-yaml.ts';
import {
  firstOfLines,
  type ParsedFrontMatter,
  putValue,
  type SyntaxProblem,
  type Values,
} from './parsed-front-matter.ts';
import { readPlainLines } from './read-plain-lines.ts';

/**
 * Parses front matter. The first line of the text is empty, in place of the fence or the line above; `firstLine` is its number
 * in the file. Never throws, whatever the text.
 */
export function parseFrontMatter(text: string, syntax: Syntax, firstLine: number): ParsedFrontMatter {
  return text.trim() === '' ? { values: new Map(), doubts: [] } : parsers[syntax](text, firstLine);
}

const parsers: Record<Syntax, (text: string, firstLine: number) => ParsedFrontMatter> = {
  yaml: (text, firstLine) => readPlainLines(text, firstLine) ?? parseYaml(text, firstLine),
  toml: parseToml,
  json: parseJsonHeader,
  lines: parseKeyValueLines,
};

/**
 * Parses lines `key: value`, `.. key: value` and `key:: value`. Values are bare text, in which nothing has to be quoted; lines that are
 * indented go on with the one above.
 */
function parseKeyValueLines(text: string, firstLine: number): ParsedFrontMatter {
  const values: Values = new Map();
  const doubts: SyntaxProblem[] = [];
  let last: string | null = null;
  for (const [index, written] of text.split('\n').entries()) {
    const at = { line: firstLine + index, column: 1 };
    const [start, writtenKey] = /^(?!\s)(?:\.\.[ \t]+(?![ \t]))?([^:]*)::?[ \t]*/.exec(written) ?? [];
    if (start !== undefined && writtenKey !== undefined) {
      const key = writtenKey.trimEnd();
      const value = toValue(written.slice(start.length).trim());
      doubts.push(...putValue(values, key, { ...value, line: at.line, column: start.length + 1 }, at));
      last = key;
    } else if (last !== null && written.trim() !== '') {
      const value = values.get(last);
      const above = value?.source ?? String(value?.value ?? '');
      if (value !== undefined) {
        values.set(last, { ...value, value: `${above}\n${written.trim()}`.trim(), source: null });
      }
    }
  }
  return { values, doubts: firstOfLines(doubts) };
}

/** Whole numbers are numbers, as in YAML; all else is text. */
function toValue(written: string): Pick<FrontMatterValue, 'value' | 'source'> {
  if (written === '') return { value: null, source: null };
  return { value: /^\d{1,15}$/.test(written) ? Number(written) : written, source: written };
}
