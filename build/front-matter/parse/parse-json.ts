import type { Node } from 'jsonc-parser';
import { countPlaces } from '../../problems/positions.ts';
import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';
import { findBeyond } from './limits.ts';
import { loadJson } from './load-parsers.ts';
import {
  cleanText,
  firstOfLines,
  type ParsedFrontMatter,
  putValue,
  type SyntaxProblem,
  toList,
  toMapping,
  type Values,
} from './parsed-front-matter.ts';

/** Parses a mapping in JSON; its braces may be missing. Never throws, whatever the text. */
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
  const toProblem = (code: string, message: string, offset: number): SyntaxProblem => ({
    code,
    message,
    ...placeAt(offset),
  });
  const limit = findBeyond(written, /"(?:[^"\\\n]|\\.)*"?|[[\]{},]/g, ',[{');
  if (limit !== null) return { problems: [toProblem(limit.code, limit.message, limit.offset)] };
  const errors: { error: number; offset: number; length: number }[] = [];
  const root = parseTree(written, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length > 0) {
    const problems = errors.map(({ error, offset }): SyntaxProblem => {
      const code = printParseErrorCode(error);
      return toProblem(code, messages[code] ?? 'JSON as every program reads it', offset);
    });
    return { problems: firstOfLines(problems) };
  }
  if (root?.type !== 'object') {
    return { problems: [toProblem('NOT_A_MAPPING', 'this is not a mapping', root?.offset ?? 0)] };
  }
  const doubts: SyntaxProblem[] = [];
  return { values: readObject(root), doubts: firstOfLines(doubts) };

  function readObject({ children = [] }: Node): Values {
    const values: Values = new Map();
    for (const { children: [key, value] = [] } of children) {
      if (key === undefined || value === undefined) continue;
      const at = placeAt(key.offset);
      doubts.push(...putValue(values, cleanText(key.value), readNode(value, at), at));
    }
    return values;
  }

  /** A null stands where its key does, as in YAML. */
  function readNode(node: Node, keyAt: Position): FrontMatterValue {
    const at = placeAt(node.offset);
    if (node.type === 'object') return toMapping(readObject(node), at);
    if (node.type === 'array')
      return toList(
        (node.children ?? []).map((item) => readNode(item, at)),
        at,
      );
    if (node.type === 'string') return { value: cleanText(node.value), source: null, ...at };
    if (node.type === 'null') return { value: null, source: null, ...keyAt };
    return { value: node.value, source: written.slice(node.offset, node.offset + node.length), ...at };
  }
}

/** What is expected, by the parser's codes. */
const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a text in double quotes, a number, `true`, `false` or `null`',
  InvalidNumberFormat: 'a number such as `1` or `1.5`',
  PropertyNameExpected: 'a key in double quotes',
  ValueExpected: 'a value',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: 'a closing brace `}`',
  CloseBracketExpected: 'a closing bracket `]`',
  EndOfFileExpected: 'nothing after the closing brace',
  InvalidCommentToken: 'no comments',
  UnexpectedEndOfString: 'a closing quote',
  InvalidUnicode: 'four hexadecimal digits after `\\u`',
  InvalidEscapeCharacter: 'an escape of JSON, such as `\\n` or `\\\\`',
  InvalidCharacter: 'control characters as escapes, such as `\\t`',
};
