import type { Node } from 'jsonc-parser';
import { countPlaces } from '../../problems/positions.ts';
import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';
import { limits } from './limits.ts';
import { loadJson } from './load-parsers.ts';
import { cleanText, duplicateKey, type ParsedFrontMatter, type SyntaxProblem } from './parsed-front-matter.ts';

/** Parses a mapping in JSON; its braces may be left out. Never throws, whatever the text. */
export function parseJson(text: string, firstLine: number): ParsedFrontMatter {
  const { parseTree, printParseErrorCode } = loadJson();
  // The braces stand on lines of their own, which the places do not count.
  const isBare = /^\s*"/.test(text);
  const written = isBare ? `{\n${text}\n}` : text;
  const places = countPlaces(written, isBare ? firstLine - 1 : firstLine);
  const placeAt = (offset: number): Position => {
    const { line, column } = places(isBare ? Math.min(offset, text.length + 2) : offset);
    return { line: Math.max(line, firstLine), column };
  };
  const beyond = findBeyondLimit(written);
  if (beyond !== null) {
    const { code, offset, message } = beyond;
    return { problems: [{ code, message, duplicate: null, ...placeAt(offset) }] };
  }
  const errors: { error: number; offset: number; length: number }[] = [];
  const root = parseTree(written, errors, { disallowComments: true, allowTrailingComma: false });
  const problems = errors.map(({ error, offset }): SyntaxProblem => {
    const code = printParseErrorCode(error);
    return { code, message: messages[code] ?? 'this is no JSON', duplicate: null, ...placeAt(offset) };
  });
  if (problems.length > 0) return { problems: firstOfLines(problems) };
  if (root?.type !== 'object') {
    const place = placeAt(root?.offset ?? 0);
    return { problems: [{ code: 'NOT_A_MAPPING', message: 'this is not a mapping', duplicate: null, ...place }] };
  }
  return { values: readObject(root), doubts: firstOfLines(findDuplicates(root, placeAt)) };

  function readObject(node: Node): Map<string, FrontMatterValue> {
    const values = new Map<string, FrontMatterValue>();
    for (const { key, value } of entriesOf(node)) {
      const at = placeAt(key.offset);
      values.set(cleanText(key.value), { ...readNode(value, at), key: at });
    }
    return values;
  }

  /** A null stands where its key does, as in YAML. */
  function readNode(node: Node, keyAt: Position): FrontMatterValue {
    const at = placeAt(node.offset);
    switch (node.type) {
      case 'object': {
        const children = readObject(node);
        return {
          value: Object.fromEntries([...children].map(([key, { value }]) => [key, value])),
          source: null,
          ...at,
          children,
        };
      }
      case 'array': {
        const items = (node.children ?? []).map((item) => readNode(item, at));
        const children = new Map(items.map((item, index) => [String(index), item]));
        return { value: items.map(({ value }) => value), source: null, ...at, children };
      }
      case 'string':
        return { value: cleanText(node.value), source: null, ...at };
      case 'null':
        return { value: null, source: null, ...keyAt };
      default:
        return { value: node.value, source: written.slice(node.offset, node.offset + node.length), ...at };
    }
  }
}

/** The first problem of each line: the parser reports others that follow from it. */
function firstOfLines(problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  const lines = new Set<number>();
  return problems.filter(({ line }) => !lines.has(line) && lines.add(line));
}

/** What exceeds a limit, else null: the parser recurses for each level and would overflow the stack. */
function findBeyondLimit(text: string): { code: string; offset: number; message: string } | null {
  let [depth, entries] = [0, 0];
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[\]{},]/g)) {
    if (mark === '[' || mark === '{') depth++;
    if (mark === ']' || mark === '}') depth = Math.max(0, depth - 1);
    if (mark === ',' || mark === '[' || mark === '{') entries++;
    if (depth > limits.depth) {
      return { code: 'TOO_DEEP', offset: index, message: `values are nested more than ${limits.depth} deep` };
    }
    if (entries > limits.entries) {
      return { code: 'TOO_LARGE', offset: index, message: `more than ${limits.entries} entries of lists and mappings` };
    }
  }
  return null;
}

function entriesOf(node: Node): { key: Node; value: Node }[] {
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) => (key && value ? [{ key, value }] : []));
}

function findDuplicates(node: Node, placeAt: (offset: number) => Position): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const first = new Map<string, { at: Position; value: unknown }>();
  for (const { key, value } of node.type === 'object' ? entriesOf(node) : []) {
    const before = first.get(key.value);
    const at = placeAt(key.offset);
    const isEqual = value.value !== undefined && value.value === before?.value;
    if (before === undefined) first.set(key.value, { at, value: value.value });
    else problems.push(duplicateKey(key.value, at, before.at, isEqual));
  }
  for (const child of node.children ?? []) problems.push(...findDuplicates(child, placeAt));
  return problems;
}

const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON value; texts stand in double quotes',
  InvalidNumberFormat: 'this is no JSON number',
  PropertyNameExpected: 'a key in double quotes belongs here',
  ValueExpected: 'a value belongs here',
  ColonExpected: 'a colon belongs here',
  CommaExpected: 'a comma belongs here',
  CloseBraceExpected: 'a closing brace belongs here',
  CloseBracketExpected: 'a closing bracket belongs here',
  EndOfFileExpected: 'nothing may follow the closing brace',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a text that has no closing quote',
  UnexpectedEndOfNumber: 'a number that is cut short',
  InvalidUnicode: '`\\u` takes four hexadecimal digits',
  InvalidEscapeCharacter: 'JSON has no such escape',
  InvalidCharacter: 'a character that JSON allows in texts only as an escape',
};
