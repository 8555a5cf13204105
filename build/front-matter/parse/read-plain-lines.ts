import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';
import { limits } from './limits.ts';
import { type ParsedFrontMatter, putValue, toSequence, type Values } from './parsed-front-matter.ts';

/**
 * Reads YAML of which every line is a comment, `key: value`, `key: [value, value]`, `key:` or an item of a list below
 * that. Values, sources and places are those that `yaml` gives, which takes many times as long. Null where a line is
 * anything else.
 */
export function readPlainLines(text: string, firstLine: number): ParsedFrontMatter | null {
  // Each entry has more than one character, so that no limit is reached.
  if (text.length > limits.entries || otherSpace.test(text)) return null;
  const values: Values = new Map();
  const lists: { key: string; at: Position; items: FrontMatterValue[] }[] = [];
  /** The key above, as long as it has no value. */
  let open: string | null = null;
  for (const [index, written] of text.split('\n').entries()) {
    if (ignored.test(written)) continue;
    const line = firstLine + index;
    const [start = '', key] = keyOrDash.exec(written) ?? [];
    const rest = written.slice(start.length).trimEnd();
    const at = { line, column: start.length + 1 };
    if (key !== undefined) {
      const keyAt = { line, column: 1 };
      const value =
        rest === '' ? { value: null, source: null, ...keyAt } : (readList(rest, at) ?? readScalar(rest, at));
      if (value === null || values.has(key) || notText.test(key)) return null;
      putValue(values, key, value, keyAt);
      open = rest === '' ? key : null;
    } else {
      const item = readScalar(rest, at);
      const dashAt = { line, column: start.indexOf('-') + 1 };
      if (open === null || item === null || start === '') return null;
      const last = lists.at(-1);
      if (last?.key !== open) lists.push({ key: open, at: dashAt, items: [item] });
      else if (last.at.column === dashAt.column) last.items.push(item);
      else return null;
    }
  }
  for (const { key, at, items } of lists) putValue(values, key, toSequence(items, at), values.get(key)?.key ?? at);
  return { values, doubts: [] };
}

/** White space that is no space and no line end: YAML knows some of it. */
const otherSpace = /[^\S\n ]/;

const ignored = /^ *(?:#|$)/;

/** A key at the left edge, or the dash of an item, with the spaces after it. */
const keyOrDash = /^(?:([A-Za-z_][\w-]{0,99}):(?: +|$)| *- +)/;

/** A list in brackets, on one line. */
function readList(written: string, { line, column }: Position): FrontMatterValue | null {
  if (!/^\[[^[\]{}]+\]$/.test(written)) return null;
  const items: FrontMatterValue[] = [];
  let start = column + 1;
  for (const part of written.slice(1, -1).split(',')) {
    const item = readScalar(part.trim(), { line, column: start + part.length - part.trimStart().length });
    if (item === null) return null;
    items.push(item);
    start += part.length + 1;
  }
  return toSequence(items, { line, column });
}

/**
 * Text in quotes without escapes; or a plain scalar that is text, a number without an exponent, `true` or `false`. Null
 * for all else.
 */
function readScalar(written: string, at: Position): FrontMatterValue | null {
  if (quoted.test(written)) return { value: written.slice(1, -1), source: null, ...at };
  if (!plainStart.test(written) || endOfPlain.test(written)) return null;
  if (!notText.test(written)) return { value: written, source: written, ...at };
  if (/^\d{1,15}(?:\.\d{1,15})?$/.test(written)) return { value: Number(written), source: written, ...at };
  return /^(?:true|false)$/.test(written) ? { value: written === 'true', source: written, ...at } : null;
}

const quoted = /^(?:"[^"\\]*"|'[^']*')$/;

/** No character with which something else begins. */
const plainStart = /^[\p{L}\p{N}_/(]/u;

/** What makes a key of the text before it, or a comment of the text after it. */
const endOfPlain = /:(?: |$)| #/;

/** Plain scalars that the core schema reads as something else than text, of those that begin so, and some more. */
const notText = /^(?:true|false|null|0[ox][\da-f]+|\d+(?:\.\d*)?(?:e[-+]?\d+)?)$/i;
