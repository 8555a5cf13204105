import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeWhole } from '../../src/adapters/node/disk/write-whole.ts';
import type { FindHeader } from '../front-matter/parse/fence.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import type { FrontMatterValue, ParsedFile } from '../front-matter/parsed-file.ts';
import { splitList, writeKey, writeList, writeText } from '../front-matter/write-key.ts';
import type { Autofix, Position } from '../problems/problem.ts';
import { readReal } from '../source/read-real.ts';

/**
 * Writes an id, former slugs and a date into the front matter of a file, whose path is its real one; the date in place
 * of the value `at` its place. `finders` find a header without fences. False where anything else would change: then the
 * file stays as it is.
 */
export async function writeNames(
  file: string,
  names: Autofix,
  at: Position,
  finders: readonly FindHeader[],
): Promise<boolean> {
  const bytes = readReal(file);
  const before = parse(bytes, finders);
  const changed = before && withNames(withDate(bytes.toString(), before, names, at), before, names);
  const after = changed && parse(Buffer.from(changed), finders);
  if (!before || !changed || !after || !isWritten(before, after, names)) return false;
  const draft = join(dirname(file), `.${basename(file)}.galley`);
  await writeWhole(file, draft, changed, { durable: true, mode: lstatSync(file).mode });
  return true;
}

function parse(bytes: Buffer, finders: readonly FindHeader[]): ParsedFile | null {
  return parseFile({ path: '', file: '' }, bytes, finders).value;
}

/** The text with another date at a place; its quotes stay. */
function withDate(text: string, { frontMatter }: ParsedFile, { date }: Autofix, at: Position): string {
  const value = [...frontMatter.values()].find(({ line, column }) => line === at.line && column === at.column);
  if (date === undefined || value === undefined) return text;
  const start = offsetOf(text, at) + (value.source === null ? 1 : 0);
  const written = value.source ?? String(value.value);
  return text.startsWith(written, start) ? text.slice(0, start) + date + text.slice(start + written.length) : text;
}

/** Null where the file has aliases that are written in a way of which nothing is known. */
function withNames(text: string, parsed: ParsedFile, { id, aliases = [] }: Autofix): string | null {
  const written = aliases.length === 0 ? null : aliasesOf(parsed);
  const listed = written === null ? text : addToAliases(text, parsed, written, aliases);
  const lines = [
    ...(id === undefined ? [] : [writeKey(parsed.syntax, 'id', String(id))]),
    ...(aliases.length === 0 || written !== null
      ? []
      : [writeKey(parsed.syntax, 'aliases', writeList(parsed.syntax, aliases))]),
  ];
  return listed === null ? null : addLines(listed, parsed, lines);
}

/** The key of `aliases` as a file writes it; null where it has none. */
function aliasesOf({ frontMatter }: ParsedFile): FrontMatterValue | null {
  return [...frontMatter].find(([key]) => key.toLowerCase() === 'aliases')?.[1] ?? null;
}

/** Puts texts in front of those that are there, in the way in which they are written; null where that is not known. */
function addToAliases(
  text: string,
  parsed: ParsedFile,
  there: FrontMatterValue,
  added: readonly string[],
): string | null {
  if (there.value === null) return replaceNull(text, there, writeList(parsed.syntax, added));
  if (!Array.isArray(there.value)) {
    return replaceText(text, there, writeList(parsed.syntax, [...added, ...aliasTexts(parsed)]));
  }
  const start = offsetOf(text, there);
  const entries = added.map((each) => writeText(parsed.syntax, each));
  const first = there.children?.get('0');
  if (text[start] === '[') {
    const rest = text.slice(start + 1).replace(/^[ \t]+/, '');
    const end = first === undefined ? '' : /^\r?\n/.test(rest) ? ',' : ', ';
    return `${text.slice(0, start + 1)}${entries.join(', ')}${end}${rest}`;
  }
  if (first === undefined) return null;
  // A block of YAML: a line of its own, with the indentation and the dash of the first. The place of an empty one is its dash.
  const at = offsetOf(text, first);
  const line = text.lastIndexOf('\n', at - 1) + 1;
  const lead = first.value === null ? `${text.slice(line, at + 1)} ` : text.slice(line, at);
  if (!/^[ \t]*-[ \t]+$/.test(lead)) return null;
  const end = text[line - 2] === '\r' ? '\r\n' : '\n';
  const lines = entries.map((entry) => `${lead}${entry}${end}`).join('');
  return `${text.slice(0, line)}${lines}${text.slice(line)}`;
}

/** The text with a list behind a key that has no value, or the word for none. */
function replaceNull(text: string, { key }: FrontMatterValue, list: string): string | null {
  const start = key === undefined ? text.length : offsetOf(text, key);
  const [whole, name] = /^([^\n:]*::?)(?:[ \t]*(?:null|~)(?=[\s,}])|[ \t]*(?=\r?\n))?/i.exec(text.slice(start)) ?? [];
  return whole === undefined ? null : `${text.slice(0, start)}${name} ${list}${text.slice(start + whole.length)}`;
}

/** The text with a list in place of a text that is plain or in quotes. */
function replaceText(text: string, there: FrontMatterValue, list: string): string | null {
  const start = offsetOf(text, there);
  const rest = text.slice(start);
  const written = there.source ?? /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(rest)?.[0];
  return written !== undefined && rest.startsWith(written)
    ? `${text.slice(0, start)}${list}${rest.slice(written.length)}`
    : null;
}

/** The offset of a place in a text with line ends of any kind; a byte-order mark takes no column. */
export function offsetOf(text: string, { line, column }: Position): number {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (let i = 1; i < line; i++) at = text.indexOf('\n', at) + 1;
  return at + column - 1;
}

/** Adds lines at the top of the front matter, in its language. */
function addLines(text: string, { syntax, frontMatter }: ParsedFile, added: readonly string[]): string {
  if (added.length === 0) return text;
  const lines = syntax === 'json' ? added.map((line) => `${line},`) : added;
  const opening = /^\uFEFF?(?:[ \t]*\r?\n)*(---(?:[ \t]*ya?ml)?|\+\+\+|\{)[ \t]*(\r?\n|(?<=\{))/i.exec(text);
  if (opening === null) {
    const [first] = frontMatter.values();
    if (first?.key !== undefined) return addAbove(text, offsetOf(text, first.key), lines);
    const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    return `${mark}${['---', ...lines, '---', ''].join(end)}${text.slice(mark.length)}`;
  }
  const [whole, fence = '', found = ''] = opening;
  const end = found === '' ? '\n' : found;
  const written = lines.map((line) => (fence === '{' ? `  ${line}` : line));
  return `${whole}${written.map((line) => `${line}${end}`).join('')}${text.slice(whole.length)}`;
}

/**
 * Adds lines above the first of those without fences, with the two dots that it may begin with; a comment may begin
 * before it.
 */
function addAbove(text: string, at: number, lines: readonly string[]): string {
  const first = /^(<!--[ \t]*)?(\.\.[ \t]+)?[^\r\n]*(\r?\n)?/;
  const [, comment = '', dots = '', end = '\n'] = first.exec(text.slice(at)) ?? [];
  const start = at + comment.length;
  return text.slice(0, start) + lines.map((line) => `${dots}${line}${end}`).join('') + text.slice(start);
}

/** Whether the names are there, and nothing else changed. */
function isWritten(before: ParsedFile, after: ParsedFile, { id, aliases: added = [], date }: Autofix): boolean {
  const aliases = aliasTexts(after);
  const expected = added.length === 0 ? [] : [...added, ...aliasTexts(before)];
  if (id !== undefined && after.frontMatter.get('id')?.value !== id) return false;
  if (expected.some((text) => !aliases.includes(text))) return false;
  const isOwn = (key: string): boolean =>
    (id !== undefined && key === 'id') || (added.length > 0 && key.toLowerCase() === 'aliases');
  const toRest = ({ frontMatter }: ParsedFile): [string, unknown][] =>
    [...frontMatter].filter(([key]) => !isOwn(key)).map(([key, { value }]) => [key, value]);
  const old = new Map(toRest(before));
  const changed = toRest(after).filter(([key, value]) => !isDeepStrictEqual(value, old.get(key)));
  const isDated = changed.length === (date === undefined ? 0 : 1) && changed.every(([, value]) => value === date);
  return before.body === after.body && old.size === toRest(after).length && isDated;
}

function aliasTexts(parsed: ParsedFile): string[] {
  const value = aliasesOf(parsed)?.value ?? null;
  const texts = Array.isArray(value)
    ? value.map(String)
    : value === null
      ? []
      : splitList(parsed.syntax, String(value));
  return texts.filter((text) => text.trim() !== '');
}
