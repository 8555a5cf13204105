import type { AST } from 'toml-eslint-parser';
import { countPlaces } from '../../problems/positions.ts';
import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';
import { checkTomlLimits } from './check-toml-limits.ts';
import { limits } from './limits.ts';
import { loadToml } from './load-parsers.ts';
import { cleanText, type ParsedFrontMatter } from './parsed-front-matter.ts';

/**
 * Parses TOML 1.0. Dates and times are texts as they are written. Never throws, whatever the text: it stops at the first
 * problem, as TOML parsers do.
 */
export function parseToml(text: string, firstLine: number): ParsedFrontMatter {
  const beyond = checkTomlLimits(text);
  if (beyond !== null) {
    const message =
      beyond.code === 'TOO_DEEP'
        ? `values are nested more than ${limits.depth} deep`
        : `more than ${limits.entries} entries of lists and tables`;
    const place = countPlaces(text, firstLine)(beyond.offset);
    return { problems: [{ code: beyond.code, message, duplicate: null, ...place }] };
  }
  const { parseTOML, ParseError } = loadToml();
  try {
    const [table] = parseTOML(text, { tomlVersion: '1.0' }).body;
    return { values: readTable(table, text, firstLine - 1), doubts: [] };
  } catch (error) {
    if (error instanceof ParseError) {
      const { message, lineNumber, column } = error;
      const place = { line: lineNumber + firstLine - 1, column: column + 1 };
      return { problems: [{ code: message, message, duplicate: null, ...place }] };
    }
    if (!(error instanceof RangeError)) throw error;
    const place = { line: firstLine, column: 1 };
    return {
      problems: [{ code: 'TOO_DEEP', message: 'the reader of TOML gives up', duplicate: null, ...place }],
    };
  }
}

type Values = Map<string, FrontMatterValue>;

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
    if (node.type === 'TOMLArray') {
      const children = new Map(node.elements.map((element, index) => [String(index), read(element)]));
      return { value: [], source: null, ...at, children };
    }
    if (node.type === 'TOMLInlineTable') {
      const children: Values = new Map();
      for (const entry of node.body) put(children, entry);
      return { value: {}, source: null, ...at, children };
    }
    switch (node.kind) {
      case 'string':
        return { value: cleanText(node.value), source: null, ...at };
      case 'boolean':
        return { value: node.value, source: String(node.value), ...at };
      case 'integer':
      case 'float':
        return { value: node.value, source: text.slice(...node.range), ...at };
      default:
        return { value: node.datetime, source: node.datetime, ...at };
    }
  }

  function placeOf({ loc }: AST.TOMLNode): Position {
    return { line: loc.start.line + lineOffset, column: loc.start.column + 1 };
  }
}

/** Fills in the plain data of lists and tables, once all is read: TOML may add to a table further below. */
function withData(value: FrontMatterValue): FrontMatterValue {
  if (value.children === undefined) return value;
  const children = new Map([...value.children].map(([key, child]) => [key, withData(child)]));
  const plain = [...children].map(([key, child]) => [key, child.value] as const);
  return {
    ...value,
    value: Array.isArray(value.value) ? plain.map(([, item]) => item) : Object.fromEntries(plain),
    children,
  };
}
