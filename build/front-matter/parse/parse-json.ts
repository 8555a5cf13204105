import type { Node } from 'jsonc-parser';
import { countPlaces } from '../../problems/positions.ts';
import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';
import { cleanText, emptyHeader, type HeaderFault, type HeaderResult } from './header-fault.ts';
import { limits } from './limits.ts';
import { loadJson } from './load-parsers.ts';

/** Parses a mapping in JSON; Hexo leaves its braces out. Never throws, whatever the text. */
export function parseJson(text: string): HeaderResult {
  const { parseTree, printParseErrorCode } = loadJson();
  if (text.trim() === '') return emptyHeader;
  // On lines of their own, which the places then leave out.
  const isBare = /^\s*"/.test(text);
  const written = isBare ? `{\n${text}\n}` : text;
  const places = countPlaces(written);
  const placeAt = (offset: number): Position => {
    const { line, column } = places(isBare ? Math.min(offset, text.length + 2) : offset);
    return { line: isBare ? Math.max(line - 1, 1) : line, column };
  };
  const faults: HeaderFault[] = [];
  const lines = new Set<number>();
  const report = (code: string, offset: number, message: string, twin: HeaderFault['twin'] = null): void => {
    const at = placeAt(offset);
    // One mistake brings others of the parser's about on the same line.
    if (!lines.has(at.line)) faults.push({ code, message, twin, ...at });
    lines.add(at.line);
  };
  measure(written, report);
  if (faults.length > 0) return { faults };
  const errors: { error: number; offset: number; length: number }[] = [];
  const root = parseTree(written, errors, { disallowComments: true, allowTrailingComma: false });
  for (const { error, offset } of errors) {
    const code = printParseErrorCode(error);
    report(code, offset, messages[code] ?? 'this is no JSON');
  }
  if (faults.length === 0 && root?.type !== 'object')
    report('NOT_A_MAPPING', root?.offset ?? 0, 'this is not a mapping');
  if (faults.length > 0 || root === undefined) return { faults };
  const mapping = root;
  findTwins(mapping, report, placeAt);
  return { twins: faults, read: (lineOffset) => readObject(mapping, lineOffset) };

  function readObject(node: Node, lineOffset: number): Map<string, FrontMatterValue> {
    const values = new Map<string, FrontMatterValue>();
    for (const { key, value } of entriesOf(node)) {
      const at = placeOf(key, lineOffset);
      values.set(cleanText(key.value), { ...readNode(value, lineOffset, at), key: at });
    }
    return values;
  }

  /** A null stands where its key does, as in YAML. */
  function readNode(node: Node, lineOffset: number, keyAt: Position): FrontMatterValue {
    const at = placeOf(node, lineOffset);
    switch (node.type) {
      case 'object': {
        const children = readObject(node, lineOffset);
        return {
          value: Object.fromEntries([...children].map(([key, { value }]) => [key, value])),
          source: null,
          ...at,
          children,
        };
      }
      case 'array': {
        const items = (node.children ?? []).map((item) => readNode(item, lineOffset, at));
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

  function placeOf({ offset }: Node, lineOffset: number): Position {
    const { line, column } = placeAt(offset);
    return { line: line + lineOffset, column };
  }
}

/** Reports what exceeds a limit: the parser recurses for each level and would overflow the stack. */
function measure(text: string, report: (code: string, offset: number, message: string) => void): void {
  let [depth, entries] = [0, 0];
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[\]{},]/g)) {
    if (mark === '[' || mark === '{') depth++;
    if (mark === ']' || mark === '}') depth = Math.max(0, depth - 1);
    if (mark === ',' || mark === '[' || mark === '{') entries++;
    const isDeep = depth > limits.depth;
    if (!isDeep && entries <= limits.entries) continue;
    const message = isDeep
      ? `values are nested more than ${limits.depth} deep`
      : `more than ${limits.entries} entries of lists and mappings`;
    report(isDeep ? 'TOO_DEEP' : 'TOO_LARGE', index, message);
    return;
  }
}

function entriesOf(node: Node): { key: Node; value: Node }[] {
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) => (key && value ? [{ key, value }] : []));
}

function findTwins(
  node: Node,
  report: (code: string, offset: number, message: string, twin: HeaderFault['twin']) => void,
  placeAt: (offset: number) => Position,
): void {
  const first = new Map<string, Position>();
  if (node.type === 'object') {
    for (const { key } of entriesOf(node)) {
      const before = first.get(key.value);
      if (before === undefined) first.set(key.value, placeAt(key.offset));
      else {
        const message = `the key \`${key.value}\` stands here a second time`;
        report('DUPLICATE_KEY', key.offset, message, { key: key.value, first: before });
      }
    }
  }
  for (const child of node.children ?? []) findTwins(child, report, placeAt);
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
