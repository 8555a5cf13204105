import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';
import { limits } from './limits.ts';
import type { ParsedFrontMatter } from './parsed-front-matter.ts';

/**
 * Parses front matter as most is written, a `key: value` on each line, as `parseYaml` does but many times faster: plain and
 * quoted texts, whole numbers, booleans, nulls, and lists of these. Null for all else, also for what may be an error.
 */
export function parseSimpleYaml(header: string, firstLine: number): ParsedFrontMatter | null {
  const values = new Map<string, FrontMatterValue>();
  /** The key of the last line, where that had no value yet, or the list that was begun under it. */
  let open: { key: string; at: Position; list: List | null } | null = null;
  let entries = 0;
  const lines = header.split('\n');
  for (const [index, text] of lines.entries()) {
    const line = firstLine + index;
    if (text === '' || (text.startsWith('#') && open === null)) continue;
    if (text.length > maxLength || unusual.test(text)) return null;
    const item = open === null ? null : itemStart.exec(text);
    if (open !== null && item !== null) {
      if (open.list === null) {
        open.list = beginList({ line, column: (item[1]?.length ?? 0) + 1 });
        values.set(open.key, Object.assign(open.list, { key: open.at }));
      }
      const value = readScalar(text, item[0].length, line, open.list);
      // The parser reports too many entries.
      if (value === null || item[1]?.length !== open.list.column - 1 || ++entries > limits.entries) return null;
      addItem(open.list, value);
      continue;
    }
    const key = keyStart.exec(text);
    const name = key?.[1];
    if (key === null || name === undefined || values.has(name) || notText.test(name)) return null;
    const at = { line, column: 1 };
    const isEmpty = key[0].length === text.length;
    open = isEmpty ? { key: name, at, list: null } : null;
    const value: FrontMatterValue | null = isEmpty
      ? { value: null, source: null, ...at }
      : readValue(text, key[0].length, at);
    if (value === null) return null;
    entries += 1 + (value.children === undefined ? 0 : Math.max(1, value.children.size));
    if (entries > limits.entries) return null;
    value.key = at;
    values.set(name, value);
  }
  return { values, doubts: [] };
}

/** Appends to the list in place: copying it for each item would take the square of their number. */
interface List extends FrontMatterValue {
  value: unknown[];
  children: Map<string, FrontMatterValue>;
}

/** Lines longer than any that is written by hand are not worth the second try. */
const maxLength = 10_000;

/** Tabs, other control characters and byte-order marks, which YAML has rules for. */
const unusual = /[\p{Cc}\ufeff]/u;

const keyStart = /^([a-z_][\w-]{0,99}):(?: +(?! )| *$)/i;

const itemStart = /^( *)- +(?! )/;

/** What the core schema does not read as text, and a key that objects have already. */
const notText = /^(?:true|false|null|__proto__)$/i;

function beginList({ line, column }: Position): List {
  return { value: [], source: null, children: new Map(), line, column };
}

function addItem({ value, children }: List, item: FrontMatterValue): void {
  children.set(String(value.length), item);
  value.push(item.value);
}

function readValue(text: string, start: number, keyAt: Position): FrontMatterValue | null {
  return text[start] === '[' ? readFlow(text, start, keyAt.line) : readScalar(text, start, keyAt.line, keyAt);
}

/** `[a, "b", 3]` */
function readFlow(text: string, start: number, line: number): FrontMatterValue | null {
  const list = beginList({ line, column: start + 1 });
  let next = skipSpaces(text, start + 1);
  while (list.value.length > 0 || text[next] !== ']') {
    flowItem.lastIndex = next;
    const written = flowItem.exec(text)?.[0];
    const item = written === undefined ? null : readScalar(text.slice(0, next + written.length), next, line, list);
    if (written === undefined || item === null) return null;
    addItem(list, item);
    const after = skipSpaces(text, next + written.length);
    if (text[after] === ']') return skipSpaces(text, after + 1) === text.length ? list : null;
    if (text[after] !== ',') return null;
    next = skipSpaces(text, after + 1);
  }
  return skipSpaces(text, next + 1) === text.length ? list : null;
}

const flowItem = /"[^"]*"|'[^']*'|[^,[\]{}:#"']+/y;

/** From `start` to the end of the text. A null stands at `nullAt`. */
function readScalar(text: string, start: number, line: number, nullAt: Position): FrontMatterValue | null {
  let end = text.length;
  while (text[end - 1] === ' ') end--;
  const written = text.slice(start, end);
  const at = { line, column: start + 1 };
  if (doubleQuoted.test(written) || singleQuoted.test(written))
    return { value: written.slice(1, -1), source: null, ...at };
  if (!plain.test(written) || number.test(written)) return null;
  if (/^(?:null|Null|NULL)$/.test(written)) {
    return { value: null, source: null, line: nullAt.line, column: nullAt.column };
  }
  if (/^(?:true|True|TRUE)$/.test(written)) return { value: true, source: written, ...at };
  if (/^(?:false|False|FALSE)$/.test(written)) return { value: false, source: written, ...at };
  return { value: /^\d{1,15}$/.test(written) ? Number(written) : written, source: written, ...at };
}

const doubleQuoted = /^"[^"\\]*"$/;

const singleQuoted = /^'[^']*'$/;

/** Text that begins with no indicator and holds neither a key nor a comment. */
const plain = /^(?:[\p{L}\p{N}_./(]|[^\p{ASCII}\s])(?:[^:#]|:(?=[^\s])|(?<=\S)#)*$/u;

/** What may be a number, but for whole ones of few digits. */
const number = /^(?!\d{1,15}$)(?:(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?|0[xo][\da-f]+|\.(?:inf|nan))$/i;

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}
