import type { Document, Node } from 'yaml';
import { lazy } from '../../package/lazy.ts';
import { countPlaces } from '../../problems/positions.ts';
import { beyond, limits } from './limits.ts';
import { loadYaml } from './load-parsers.ts';
import { firstOfLines, type ParsedFrontMatter, type SyntaxProblem } from './parsed-front-matter.ts';
import { readYaml } from './read-yaml.ts';

/**
 * Parses a mapping in YAML 1.2 (core schema, and merge keys). Never throws, whatever the text.
 */
export function parseYaml(text: string, firstLine: number): ParsedFrontMatter {
  const placeAt = countPlaces(text, firstLine);
  const limit = findBeyondInYaml(text);
  if (limit !== null) return { problems: [{ ...beyond[limit.name], ...placeAt(limit.offset) }] };
  const document = parseDocument(text);
  const { contents } = document;
  const errors = document.errors.filter(({ message }) => !harmless.test(message)).slice(0, maxErrors);
  if (errors.length > 0) {
    const findStart = createFinder(contents, text);
    const problems = errors.map(({ code, pos: [offset], message }): SyntaxProblem => {
      return { code, message, ...placeAt(findStart(message, offset)) };
    });
    const readable = loadYaml().isMap(contents) ? readYaml(contents, text, placeAt).values : undefined;
    return { problems: firstOfLines(problems), ...(readable && { values: readable }) };
  }
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

/**
 * Parses a mapping in JSON, which is YAML; its braces may be missing. Comments, and a comma after the last entry, are no error. It gives
 * the first problem alone, from which others follow.
 */
export function parseJsonHeader(text: string, firstLine: number): ParsedFrontMatter {
  const written = blankComments(text);
  // The first line is empty, so that nothing moves.
  const parsed = parseYaml(/^\s*"/.test(text) ? `{${written}}` : written, firstLine);
  if (!('problems' in parsed)) return parsed;
  const [first] = parsed.problems.sort((a, b) => a.line - b.line || a.column - b.column);
  return { problems: first === undefined ? [] : [first] };
}

/** JSON with spaces in place of its comments. */
export function blankComments(text: string): string {
  return text.replace(jsonComment, (whole, quoted?: string) => quoted ?? whole.replace(/[^\n]/g, ' '));
}

/** Each of them succeeds, closed or not, so that a text is read once. */
const jsonComment = /("(?:[^"\\\n]|\\.)*"?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Nobody reads more. */
const maxErrors = 100;

/** What js-yaml and PyYAML accept, and this parser reads as they do. */
const harmless = /^Comments must be separated/;

function parseDocument(text: string): Document.Parsed {
  const { stackTraceLimit } = Error;
  // There may be tens of thousands of errors, and nobody reads their stacks.
  Error.stackTraceLimit = 0;
  try {
    return loadYaml().parseDocument(text, options());
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Made once: the schema takes as long as a short text. */
const options = lazy(() => {
  // Known tags are off, since `!!timestamp` and `!!binary` would give values that are not plain data.
  const schema = new (loadYaml().Schema)({ schema: 'core', merge: true, resolveKnownTags: false });
  // `readYaml` finds keys that stand twice, with both places.
  return { version: '1.2', schema, prettyErrors: false, logLevel: 'error', uniqueKeys: false } as const;
});

/**
 * Finds where a text exceeds a limit of depth, or of `maxEntries` entries. What is too deep overflows the stack when it is composed, and can end the
 * process: V8 throws nothing where an expression is compiled on a stack that is full.
 */
export function findBeyondInYaml(
  text: string,
  maxEntries: number = limits.entries,
): { name: 'depth' | 'entries'; offset: number } | null {
  // Each level and each entry has one of these.
  if ((text.match(/[[{:,]|[-?](?=\s)/g)?.length ?? 0) < limits.depth) return null;
  const { Lexer, Parser } = loadYaml();
  const parser = new Parser();
  let [marks, commas] = [0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > limits.depth) return { name: 'depth', offset: parser.offset };
    if (lexeme === ',') commas++;
    if (lexeme === '-' || lexeme === ':' || lexeme === '?') marks++;
    if (Math.max(marks, commas) > maxEntries) return { name: 'entries', offset: parser.offset - lexeme.length };
  }
  return null;
}

/**
 * Finds where a mistake was made: of a quote or bracket without an end, the parser reports where the text goes on, and of a line that
 * is indented by a slip, the line above.
 */
function createFinder(contents: Node | null, text: string): (message: string, offset: number) => number {
  const findOpened = lazy(() => {
    const opened: Node[] = [];
    const { visit, isCollection, isScalar } = loadYaml();
    visit(contents, (_, node) => {
      if ((isCollection(node) && node.flow) || (isScalar(node) && /^QUOTE/.test(node.type ?? ''))) opened.push(node);
    });
    return opened;
  });
  return (message, offset) => {
    if (ofOpened.test(message)) {
      const isHere = ({ range }: Node): boolean => range != null && range[0] <= offset && offset <= range[2];
      return findOpened().findLast(isHere)?.range?.[0] ?? offset;
    }
    const below = ofKey.test(message)
      ? /^[^\n]*\n(?:[ \t]*\n)*(?=[ \t])/.exec(text.slice(offset, offset + 1000))
      : null;
    return offset + (below?.[0].length ?? 0);
  };
}

const ofOpened = /^Missing closing|^Flow (?:map|sequence)|quoted string/;

const ofKey = /^Nested mappings|^Implicit keys/;
