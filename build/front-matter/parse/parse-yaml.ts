import type { CST, Document, Parser, Schema } from 'yaml';
import { countPlaces } from '../../problems/positions.ts';
import type { Position } from '../../problems/problem.ts';
import { checkYamlNodes } from './check-yaml-nodes.ts';
import { limits } from './limits.ts';
import { loadYaml } from './load-parsers.ts';
import type { ParsedFrontMatter, SyntaxProblem } from './parsed-front-matter.ts';
import { readYamlValues } from './read-yaml-values.ts';
import { type Repair, repairYaml } from './repair-yaml.ts';
import type { YamlProblem } from './yaml-mapping.ts';

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
    return { code: reason, message: repairs[reason], duplicate: null, corrected, line: firstLine + line, column };
  });
  return { values: second.values, doubts: [...doubts, ...second.doubts] };
}

const repairs: Record<Repair['reason'], string> = {
  colon: 'a value that holds `: ` stands in quotes',
  sign: 'a value that begins with such a sign stands in quotes',
  'no-blank': '`key: value`, with a blank behind the colon',
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
  const refuse = (problems: readonly YamlProblem[]) => ({ problems: toSyntaxProblems(problems, placeAt) });
  const { value: document, problems } = compose(text);
  if (document === null || problems.length > 0) return refuse(problems);
  const root = document.contents;
  if (root === null) return { values: new Map(), doubts: [] };
  if (!loadYaml().isMap(root)) {
    return refuse([{ code: 'NOT_A_MAPPING', offset: root.range[0], message: 'this is not a mapping' }]);
  }
  const { value: targets, problems: found } = checkYamlNodes(document);
  if (found.some(({ duplicate }) => duplicate === undefined)) return refuse(found);
  try {
    // The package counts aliases in the square of their number; `checkYamlNodes` bounds what they expand to instead.
    const data = document.toJS({ maxAliasCount: -1 });
    const values = readYamlValues({ root, targets, data, placeAt });
    return { values, doubts: toSyntaxProblems(found, placeAt) };
  } catch (error) {
    // A merge key whose value is no mapping.
    const message = error instanceof Error ? error.message : String(error);
    return refuse([...found, { code: 'BAD_DATA', offset: root.range[0], message }]);
  }
}

/** The first problem of each line, and all keys that stand twice: others follow from it. */
function toSyntaxProblems(problems: readonly YamlProblem[], placeAt: (offset: number) => Position): SyntaxProblem[] {
  const byPlace = new Map<string, SyntaxProblem>();
  for (const { code, offset, message, duplicate } of problems) {
    const at = placeAt(offset);
    const place = duplicate === undefined ? `${at.line}` : `${at.line}:${at.column}`;
    if (byPlace.has(place)) continue;
    const first = duplicate && { ...duplicate, firstLine: placeAt(duplicate.first).line };
    byPlace.set(place, { code, message, duplicate: first ?? null, ...at });
  }
  return [...byPlace.values()];
}

function compose(text: string): { value: Document.Parsed | null; problems: YamlProblem[] } {
  const { Composer, Parser } = loadYaml();
  const parser = new Parser();
  const tokens = readTokens(text, parser);
  const { stackTraceLimit } = Error;
  // There may be tens of thousands of errors, and nobody reads their stacks.
  Error.stackTraceLimit = 0;
  try {
    const documents = new Composer(toOptions()).compose(tokens, true, text.length);
    const { value: document } = documents.next();
    // Only whether there is a second document matters.
    const { value: second } = documents.next();
    const problems = (document?.errors ?? [])
      .filter(({ message }) => !harmless.test(message))
      .map(({ code, pos: [offset], message }) => ({ code, offset, message }));
    if (second !== undefined) {
      problems.push({ code: 'MULTIPLE_DOCS', offset: second.range[0], message: 'a second document begins here' });
    }
    return { value: document ?? null, problems };
  } catch (error) {
    if (error instanceof BeyondLimit) return { value: null, problems: [error.problem] };
    if (!(error instanceof RangeError)) throw error;
    const message = 'more than the reader of YAML can take';
    return { value: null, problems: [{ code: 'TOO_LARGE', offset: parser.offset, message }] };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** What js-yaml and PyYAML accept, and this parser reads as they do. */
const harmless = /^Comments must be separated/;

/** Ends parsing where a text exceeds a limit. */
class BeyondLimit extends Error {
  readonly problem: YamlProblem;

  constructor(code: 'TOO_DEEP' | 'TOO_LARGE', offset: number, message: string) {
    super(message);
    this.problem = { code, offset, message };
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
    for (const token of parser.next(lexeme)) yield token;
    if (parser.stack.length > limits.depth) {
      throw new BeyondLimit('TOO_DEEP', parser.offset, `values are nested more than ${limits.depth} deep`);
    }
    if (lexeme === scalarMark) scalars++;
    if (entryMarks.has(lexeme)) entries++;
    // An entry has at most two scalars; a line that is no entry has one.
    if (Math.max(entries, scalars / 2) > limits.entries) {
      const offset = parser.offset - (lexeme === scalarMark ? 0 : lexeme.length);
      throw new BeyondLimit('TOO_LARGE', offset, `more than ${limits.entries} entries of lists and mappings`);
    }
    if (/^[&*]/.test(lexeme) && before !== scalarMark && ++anchors > limits.anchors) {
      const message = `more than ${limits.anchors} anchors and aliases`;
      throw new BeyondLimit('TOO_LARGE', parser.offset - lexeme.length, message);
    }
    before = lexeme;
  }
  yield* parser.end();
}

/** The lexer gives this before the text of a scalar. */
const scalarMark = '\u001f';

/** Each entry has one of these. */
const entryMarks = new Set(['-', ':', '?', ',', '[', '{']);

/** Made once: that takes as long as a short text. */
let schema: Schema | null = null;

function toOptions() {
  // Known tags are off, since `!!timestamp` and `!!binary` would give values that are not plain data.
  schema ??= new (loadYaml().Schema)({ schema: 'core', merge: true, resolveKnownTags: false });
  return {
    version: '1.2',
    schema,
    prettyErrors: false,
    logLevel: 'error',
    // `checkYamlNodes` finds them, with both places.
    uniqueKeys: false,
  } as const;
}
