import type { CST, Document, Parser } from 'yaml';
import { lazy } from '../../package/lazy.ts';
import { countPlaces } from '../../problems/positions.ts';
import type { Position } from '../../problems/problem.ts';
import { beyond, limits } from './limits.ts';
import { loadYaml } from './load-parsers.ts';
import { firstOfLines, type ParsedFrontMatter, type SyntaxProblem } from './parsed-front-matter.ts';
import { readYaml } from './read-yaml.ts';
import { type Repair, repairYaml } from './repair-yaml.ts';

/**
 * Parses a mapping in YAML 1.2 (core schema, and merge keys); what its author meant, where that is plain, against the rules of
 * YAML. Never throws, whatever the text.
 */
export function parseYaml(text: string, firstLine: number): ParsedFrontMatter {
  const parsed = parseStrictly(text, firstLine);
  if (!('problems' in parsed) || parsed.problems.some(({ code }) => code.startsWith('TOO_'))) return parsed;
  const repaired = repairYaml(text, new Set(parsed.problems.map(({ line }) => line - firstLine)));
  if (repaired === null) return parsed;
  const [lines, others] = [text.split('\n'), repaired.text.split('\n')];
  const second = parseStrictly(repaired.text, firstLine, ({ line, column }) => {
    const [before = '', after = ''] = [lines[line - firstLine], others[line - firstLine]];
    return { line, column: toOriginalColumn(column, before, after) };
  });
  if ('problems' in second) return second;
  const doubts = repaired.repairs.map(({ line, corrected, reason }): SyntaxProblem => {
    const column = (/^\s*/.exec(lines[line] ?? '')?.[0].length ?? 0) + 1;
    return { code: reason, message: repairs[reason], corrected, line: firstLine + line, column };
  });
  return { values: second.values, doubts: [...doubts, ...second.doubts] };
}

const repairs: Record<Repair['reason'], string> = {
  colon: 'quotes around a value that contains `: `',
  character: 'quotes around a value that begins with this character',
  'no-space': '`key: value`, with a space after the colon',
};

/** The column in a line of what stands at a column of its correction. */
function toOriginalColumn(column: number, before: string, after: string): number {
  if (before === after) return column;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const moved = column - 1 <= same ? column : Math.max(same + 1, column - (after.length - before.length));
  return Math.min(moved, before.length + 1);
}

function parseStrictly(
  text: string,
  firstLine: number,
  toOriginal: (place: Position) => Position = (place) => place,
): ParsedFrontMatter {
  const places = countPlaces(text, firstLine);
  const placeAt = (offset: number): Position => toOriginal(places(offset));
  const { contents, errors } = compose(text);
  const problems = errors.map(({ offset, ...problem }): SyntaxProblem => ({ ...problem, ...placeAt(offset) }));
  if (problems.length > 0) return { problems: firstOfLines(problems) };
  if (contents === null) return { values: new Map(), doubts: [] };
  if (!loadYaml().isMap(contents)) {
    const message = 'this is not a mapping';
    return { problems: [{ code: 'NOT_A_MAPPING', message, ...placeAt(contents.range[0]) }] };
  }
  const read = readYaml(contents, text, placeAt);
  return 'problems' in read
    ? { problems: firstOfLines(read.problems) }
    : { ...read, doubts: firstOfLines(read.doubts) };
}

interface Composed {
  contents: Document.Parsed['contents'];
  errors: { code: string; message: string; offset: number }[];
}

function compose(text: string): Composed {
  const { Composer, Parser } = loadYaml();
  const parser = new Parser();
  const tokens = readTokens(text, parser);
  const { stackTraceLimit } = Error;
  // There may be tens of thousands of errors, and nobody reads their stacks.
  Error.stackTraceLimit = 0;
  try {
    const documents = new Composer(composerOptions()).compose(tokens, true, text.length);
    const { value: document } = documents.next();
    // Only whether there is a second document matters.
    const { value: second } = documents.next();
    const errors = (document?.errors ?? [])
      .filter(({ message }) => !harmless.test(message))
      .map(({ code, pos: [offset], message }): Composed['errors'][number] => ({ code, offset, message }));
    if (second !== undefined) {
      errors.push({
        code: 'MULTIPLE_DOCS',
        offset: second.range[0],
        message: 'one set of keys; a second one begins here',
      });
    }
    return { contents: document?.contents ?? null, errors };
  } catch (error) {
    if (error instanceof BeyondLimit) return { contents: null, errors: [{ ...error.limit, offset: error.offset }] };
    if (!(error instanceof RangeError)) throw error;
    const { message } = beyond.depth;
    return { contents: null, errors: [{ code: 'TOO_LARGE', offset: parser.offset, message }] };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** What js-yaml and PyYAML accept, and this parser reads as they do. */
const harmless = /^Comments must be separated/;

/** Ends parsing where a text exceeds a limit. */
class BeyondLimit extends Error {
  readonly limit: (typeof beyond)[keyof typeof beyond];
  readonly offset: number;

  constructor(limit: keyof typeof beyond, offset: number) {
    super(limit);
    this.limit = beyond[limit];
    this.offset = offset;
  }
}

/**
 * Throws `BeyondLimit` at a limit. The parser gives the document as its last token, so a document that is too large never
 * reaches the composer, whose recursion would overflow the stack.
 */
function* readTokens(text: string, parser: Parser): Generator<CST.Token> {
  const { Lexer } = loadYaml();
  let [entries, scalars, anchors] = [0, 0, 0];
  let before = '';
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > limits.depth) throw new BeyondLimit('depth', parser.offset);
    const start = parser.offset - (lexeme === scalarToken ? 0 : lexeme.length);
    if (lexeme === scalarToken) scalars++;
    if (entryTokens.has(lexeme)) entries++;
    // An entry has at most two scalars; a line that is no entry has one.
    if (Math.max(entries, scalars / 2) > limits.entries) throw new BeyondLimit('entries', start);
    if (/^[&*]/.test(lexeme) && before !== scalarToken && ++anchors > limits.anchors)
      throw new BeyondLimit('anchors', start);
    before = lexeme;
  }
  yield* parser.end();
}

/** The lexer gives this before the text of a scalar. */
const scalarToken = '\u001f';

/** Each entry has one of these. */
const entryTokens = new Set(['-', ':', '?', ',', '[', '{']);

/** Made once: the schema takes as long as a short text. */
const composerOptions = lazy(() => {
  // Known tags are off, since `!!timestamp` and `!!binary` would give values that are not plain data.
  const schema = new (loadYaml().Schema)({ schema: 'core', merge: true, resolveKnownTags: false });
  // `readYaml` finds keys that stand twice, with both places.
  return { version: '1.2', schema, prettyErrors: false, logLevel: 'error', uniqueKeys: false } as const;
});
