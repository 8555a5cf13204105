import type { AST } from 'toml-eslint-parser';
import { countPlaces } from '../../problems/positions.ts';
import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';
import { beyond, limits } from './limits.ts';
import { loadToml } from './load-parsers.ts';
import { cleanText, type ParsedFrontMatter, toMapping, toSequence, type Values } from './parsed-front-matter.ts';

/**
 * Parses TOML 1.0. Dates and times are texts as they are written, those of Julia too, which are no TOML. Never throws, whatever the text:
 * it stops at the first problem, as TOML parsers do.
 */
export function parseToml(text: string, firstLine: number): ParsedFrontMatter {
  const limit = findBeyondInToml(text);
  if (limit !== null) return { problems: [{ ...beyond[limit.name], ...countPlaces(text, firstLine)(limit.offset) }] };
  const { parseTOML, ParseError } = loadToml();
  try {
    const [table] = parseTOML(text, { tomlVersion: '1.0' }).body;
    return { values: readTable(table, text, firstLine - 1), doubts: [] };
  } catch (error) {
    if (error instanceof ParseError) {
      const quoted = text.replace(juliaDate, "$1'$2'");
      if (quoted !== text) return parseToml(quoted, firstLine);
      const { message, lineNumber, column } = error;
      return { problems: [{ code: message, message, line: lineNumber + firstLine - 1, column: column + 1 }] };
    }
    if (!(error instanceof RangeError)) throw error;
    return { problems: [{ ...beyond.depth, line: firstLine, column: 1 }] };
  }
}

const juliaDate = /^([ \t]*[\w.-]{1,99}[ \t]*=[ \t]*)(Date\(\d{4}, ?\d{1,2}, ?\d{1,2}\))/gm;

/**
 * Finds where a text exceeds a limit, of depth or of `maxEntries` entries. The parser recurses for each level and for each part of a key, so that it would overflow the
 * stack, and can end the process.
 */
export function findBeyondInToml(
  text: string,
  maxEntries: number = limits.entries,
): { name: keyof typeof beyond; offset: number } | null {
  let [depth, parts, entries] = [0, 0, 0];
  for (const { 0: token, index: offset } of text.matchAll(tokens)) {
    if (token.length > 1) continue;
    parts = token === '.' ? parts + 1 : 0;
    if (token === '[' || token === '{') depth++;
    // The parser reports a surplus bracket.
    if (token === ']' || token === '}') depth = Math.max(0, depth - 1);
    if ('=,['.includes(token)) entries++;
    if (depth + parts > limits.depth) return { name: 'depth', offset };
    if (entries > maxEntries) return { name: 'entries', offset };
  }
  return null;
}

/** Texts and comments, whose punctuation does not count, and punctuation. */
const tokens =
  /"{3}(?:\\[\s\S]|[^\\])*?(?:"{3}|$)|'{3}[\s\S]*?(?:'{3}|$)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|[[\]{}=,.\n]/g;

function readTable(top: AST.TOMLTopLevelTable, text: string, lineOffset: number): Values {
  const values: Values = new Map();
  for (const item of top.body) {
    if (item.type === 'TOMLKeyValue') put(values, item);
    else {
      const at = placeOf(item.key);
      const inside = open(values, item.resolvedKey.map(String), at, typeof item.resolvedKey.at(-1) === 'number');
      for (const entry of item.body) put(inside, entry);
    }
  }
  return new Map([...values].map(([key, value]) => [key, withData(value)]));

  function put(into: Values, { key, value }: AST.TOMLKeyValue): void {
    const at = placeOf(key);
    const names = key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
    open(into, names.slice(0, -1), at, false).set(names.at(-1) ?? '', { ...read(value), key: at });
  }

  /** The values of the table at a path; creates the table where there is none. */
  function open(from: Values, path: readonly string[], at: Position, isItem: boolean): Values {
    let values = from;
    for (const [index, name] of path.entries()) {
      const isList = isItem && index === path.length - 2;
      const value = values.get(name) ?? { value: isList ? [] : {}, source: null, ...at, key: at, children: new Map() };
      values.set(name, value);
      values = value.children as Values;
    }
    return values;
  }

  function read(node: AST.TOMLContentNode): FrontMatterValue {
    const at = placeOf(node);
    if (node.type === 'TOMLArray') return toSequence(node.elements.map(read), at);
    if (node.type === 'TOMLInlineTable') {
      const children: Values = new Map();
      for (const entry of node.body) put(children, entry);
      return { value: {}, source: null, ...at, children };
    }
    if (node.kind === 'string') return { value: cleanText(node.value), source: null, ...at };
    if ('datetime' in node) return { value: node.datetime, source: node.datetime, ...at };
    return { value: node.value, source: text.slice(...node.range), ...at };
  }

  function placeOf({ loc }: AST.TOMLNode): Position {
    return { line: loc.start.line + lineOffset, column: loc.start.column + 1 };
  }
}

/** Fills in the plain data of lists and tables, once all is read: TOML may add to a table further below. */
function withData(value: FrontMatterValue): FrontMatterValue {
  if (value.children === undefined) return value;
  const children = new Map([...value.children].map(([key, child]) => [key, withData(child)]));
  const filled = Array.isArray(value.value) ? toSequence([...children.values()], value) : toMapping(children, value);
  return { ...value, ...filled };
}
