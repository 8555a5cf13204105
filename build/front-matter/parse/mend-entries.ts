import type { Position } from '../../problems/problem.ts';
import { isKnownName } from '../field-names.ts';
import { type ParsedFrontMatter, type SyntaxProblem, twice } from './parsed-front-matter.ts';

/** Whether nothing reads a key, and it cannot be meant for one that hides an article. */
export type IsUnread = (key: string) => boolean;

/**
 * YAML or TOML that cannot be read as a whole, without its entries that cannot be read alone and that nothing reads, and, in TOML, without
 * the first of two entries with one key. Null where this is not enough.
 */
export function mendEntries(
  text: string,
  firstLine: number,
  syntax: 'yaml' | 'toml',
  parse: (text: string, firstLine: number) => ParsedFrontMatter,
  isUnread: IsUnread,
): ParsedFrontMatter | null {
  const lines = text.split('\n');
  const doubts: SyntaxProblem[] = [];
  const seen = new Map<string, Entry>();
  const entries = findEntries(lines, syntax);
  // Each unread entry is parsed alone, and no author has more.
  if (entries.length > maxEntries) return null;
  for (const entry of entries) {
    const { start, end, name, key } = entry;
    const before = seen.get(name);
    if (before !== undefined && syntax === 'toml') {
      const isEqual = textOf(lines, before) === textOf(lines, entry);
      doubts.push(...twice(key, placeOf(before), placeOf(entry), isEqual));
      lines.fill('', before.start, before.end);
    }
    seen.set(name, entry);
    if (!isUnread(entry.outer) || isKnownName(key)) continue;
    const own = lines.slice(start, end).join('\n');
    const alone = parse(own, firstLine + start);
    if (!('problems' in alone) || holdsField(own) || takesMore(own, lines.slice(end))) continue;
    doubts.push(...alone.problems.map((problem) => ({ ...problem, unreadKey: key })));
    lines.fill('', start, end);
  }
  const parsed = doubts.length === 0 ? null : parse(lines.join('\n'), firstLine);
  return parsed === null || 'problems' in parsed
    ? null
    : { values: parsed.values, doubts: [...doubts, ...parsed.doubts] };

  function placeOf({ start }: Entry): Position {
    return { line: firstLine + start, column: (/\S/.exec(lines[start] ?? '')?.index ?? 0) + 1 };
  }
}

const maxEntries = 200;

/** A key with its value, from one line to another. */
interface Entry {
  key: string;
  /** The key with its table. */
  name: string;
  /** The key at the top that it is in. */
  outer: string;
  start: number;
  end: number;
}

function findEntries(lines: readonly string[], syntax: 'yaml' | 'toml'): Entry[] {
  const entries: Entry[] = [];
  let table = '';
  for (const [start, line] of lines.entries()) {
    const [, header] = syntax === 'toml' ? (/^\s*\[+([\w."'-]+)\]+\s*(?:#.*)?$/.exec(line) ?? []) : [];
    const [, quoted, plain] = (syntax === 'toml' ? tomlKey : yamlKey).exec(line) ?? [];
    const key = quoted ?? plain;
    const last = entries.at(-1);
    if ((header !== undefined || key !== undefined) && last !== undefined && last.end > start) last.end = start;
    // Tables may stand several times.
    if (header !== undefined) table = line.includes('[[') ? `${header} ${start}` : header;
    if (key === undefined) continue;
    const outer = table === '' ? key.replace(/\..*/, '') : table.replace(/[. ].*/, '');
    entries.push({ key, name: `${table}\n${key}`, outer, start, end: lines.length });
  }
  return entries;
}

const yamlKey = /^(?:["']([^"']{1,99})["']|([^\s"'#:[{&*!|<>-][^:"']{0,98}?))[ \t]*:(?:\s|$)/;
const tomlKey = /^\s*(?:["']([^"']{1,99})["']|([\w.-]{1,99}))[ \t]*=/;

function textOf(lines: readonly string[], { start, end }: Entry): string {
  return lines.slice(start, end).join('\n').trim();
}

/** Whether a field may be inside of an entry by a slip: a line that is indented, or a line end that is missing. */
function holdsField(own: string): boolean {
  const [, ...inside] = own.matchAll(/(?<![\w-])([a-z][\w-]{0,49})["']?[ \t]{0,20}[:=](?=\s|$)/gi);
  return inside.some(([, key = '']) => isKnownName(key));
}

/** Whether an entry opens a quote that is closed only below it, so that the entries there may be part of its text. */
function takesMore(own: string, below: readonly string[]): boolean {
  const [, quote] = /^[^:=]*[:=]\s*(["'])/.exec(own) ?? [];
  const isOdd = (text: string): boolean => quote !== undefined && text.split(quote).length % 2 === 0;
  return isOdd(own) && below.some(isOdd);
}
