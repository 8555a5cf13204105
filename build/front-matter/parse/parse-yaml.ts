import type { CST, Document, Parser, Schema } from 'yaml';
import { countPlaces } from '../../problems/positions.ts';
import { checkNodes } from './check-nodes.ts';
import { emptyHeader, type HeaderFault, type HeaderResult } from './header-fault.ts';
import { limits } from './limits.ts';
import { loadYaml } from './load-yaml.ts';
import { readValues } from './read-values.ts';
import type { ReportFault } from './yaml-mapping.ts';

/** Parses a mapping in YAML 1.2 (core schema, and merge keys). Never throws, whatever the text. */
export function parseYaml(text: string): HeaderResult {
  const placeAt = countPlaces(text);
  const faults: HeaderFault[] = [];
  const reported = new Set<number>();
  const report: ReportFault = (code, offset, message, twin) => {
    if (reported.has(offset)) return;
    reported.add(offset);
    faults.push({
      code,
      message,
      twin: twin ? { key: twin.key, first: placeAt(twin.first) } : null,
      ...placeAt(offset),
    });
  };

  const document = compose(text, report);
  if (document === null || faults.length > 0) return { faults };
  const root = document.contents;
  if (root === null) return emptyHeader;
  if (!loadYaml().yaml.isMap(root)) {
    report('NOT_A_MAPPING', root.range[0], 'this is not a mapping');
    return { faults };
  }
  const targets = checkNodes(document, report);
  if (faults.some(({ twin }) => twin === null)) return { faults };
  try {
    // The package counts aliases in the square of their number; `checkNodes` bounds what they expand to instead.
    const mapping = { root, targets, data: document.toJS({ maxAliasCount: -1 }), placeAt };
    return { twins: faults, read: (lineOffset) => readValues(mapping, lineOffset) };
  } catch (error) {
    // Merge keys over what is no mapping.
    report('BAD_DATA', root.range[0], error instanceof Error ? error.message : String(error));
    return { faults };
  }
}

function compose(text: string, report: ReportFault): Document.Parsed | null {
  const { Composer, Parser } = loadYaml().yaml;
  const parser = new Parser();
  let isBeyond = false;
  const stop: Stop = (code, message, back) => {
    isBeyond = true;
    report(code, parser.offset - back, message);
  };
  const { stackTraceLimit } = Error;
  // There may be tens of thousands of errors, and nobody reads their stacks.
  Error.stackTraceLimit = 0;
  const documents = new Composer(toOptions()).compose(readTokens(text, parser, stop), true, text.length);
  try {
    const { value: document } = documents.next();
    // Only whether there is a second document matters.
    const { value: second } = documents.next();
    if (isBeyond) return null;
    for (const error of document?.errors ?? []) report(error.code, error.pos[0], error.message);
    if (second !== undefined) report('MULTIPLE_DOCS', second.range[0], 'a second document begins here');
    return document ?? null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    stop('TOO_LARGE', 'more than the reader of YAML can take', 0);
    return null;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Reports what exceeds a limit, `back` characters before the current place. */
type Stop = (code: string, message: string, back: number) => void;

/**
 * Stops at a limit. The parser gives the document as its last token, so a document that is too large never reaches the
 * composer, whose recursion would overflow the stack.
 */
function* readTokens(text: string, parser: Parser, stop: Stop): Generator<CST.Token> {
  const { Lexer } = loadYaml().yaml;
  let [entries, scalars, anchors] = [0, 0, 0];
  let before = '';
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) yield token;
    if (parser.stack.length > limits.depth) {
      return stop('TOO_DEEP', `values are nested more than ${limits.depth} deep`, 0);
    }
    if (lexeme === scalarMark) scalars++;
    if (entryMarks.has(lexeme)) entries++;
    // An entry has at most two scalars; a line that is no entry has one.
    if (Math.max(entries, scalars / 2) > limits.entries) {
      return stop(
        'TOO_LARGE',
        `more than ${limits.entries} entries of lists and mappings`,
        lexeme === scalarMark ? 0 : lexeme.length,
      );
    }
    if (/^[&*]/.test(lexeme) && before !== scalarMark && ++anchors > limits.anchors) {
      return stop('TOO_LARGE', `more than ${limits.anchors} anchors and aliases`, lexeme.length);
    }
    before = lexeme;
  }
  yield* parser.end();
}

/** The lexer gives this before the text of a scalar. */
const scalarMark = '\u001f';

/** Each entry has one of these. */
const entryMarks = new Set(['-', ':', '?', ',', '[', '{']);

/** Made once: it costs as much as a short text. */
let schema: Schema | null = null;

function toOptions() {
  // Known tags are off, since `!!timestamp` and `!!binary` would give values that are not plain data.
  schema ??= new (loadYaml().yaml.Schema)({ schema: 'core', merge: true, resolveKnownTags: false });
  return {
    version: '1.2',
    schema,
    prettyErrors: false,
    logLevel: 'error',
    // `checkNodes` finds them, with both places.
    uniqueKeys: false,
  } as const;
}
