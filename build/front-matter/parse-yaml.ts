import type { CST, Document, Parser, Schema, YAMLMap } from 'yaml';
import { countPlaces } from '../count-places.ts';
import type { Position } from '../problem.ts';
import { checkNodes } from './check-nodes.ts';
import { emptyHeader, type HeaderFault, type HeaderResult } from './header-fault.ts';
import { loadYaml } from './load-yaml.ts';
import { readValues } from './read-values.ts';

/** Takes up a fault at an offset in the text. */
export type ReportFault = (
  code: string,
  offset: number,
  message: string,
  twin?: { key: string; first: number },
) => void;

/** A mapping, its plain data, and where its nodes stand. */
export interface YamlMapping {
  document: Document.Parsed;
  root: YAMLMap;
  /** Of keys that stand twice, the last value. */
  data: Record<string, unknown>;
  placeAt: (offset: number) => Position;
}

/** Parses a mapping in YAML 1.2 (core schema, and merge keys). Never throws, whatever the text. */
export function parseYaml(text: string): HeaderResult {
  const placeAt = countPlaces(text);
  const faults: HeaderFault[] = [];
  const report: ReportFault = (code, offset, message, twin) => {
    const at = placeAt(offset);
    const known = faults.some((fault) => fault.line === at.line && fault.column === at.column);
    if (!known)
      faults.push({ code, message, twin: twin ? { key: twin.key, first: placeAt(twin.first) } : null, ...at });
  };

  const document = compose(text, report);
  if (document === null || faults.length > 0) return { faults };
  const root = document.contents;
  if (root === null) return emptyHeader;
  if (!loadYaml().yaml.isMap(root)) {
    report('NOT_A_MAPPING', root.range[0], 'this is not a mapping');
    return { faults };
  }
  checkNodes(document, report);
  if (faults.some(({ twin }) => twin === null)) return { faults };
  try {
    const mapping = { document, root, data: document.toJS(), placeAt };
    return { twins: faults, read: (lineOffset) => readValues(mapping, lineOffset) };
  } catch (error) {
    // Aliases that multiply beyond the limit of the package, and merge keys over what is no mapping.
    report('BAD_DATA', root.range[0], error instanceof Error ? error.message : String(error));
    return { faults };
  }
}

function compose(text: string, report: ReportFault): Document.Parsed | null {
  const { Composer, Parser } = loadYaml().yaml;
  const parser = new Parser();
  const [document, second] = [...new Composer(toOptions()).compose(readTokens(text, parser), true, text.length)];
  if (parser.stack.length > maxDepth) {
    report('TOO_DEEP', parser.offset, `values are nested more than ${maxDepth} deep`);
    return null;
  }
  if (document === undefined) return null;
  for (const error of document.errors) report(error.code, error.pos[0], error.message);
  if (second !== undefined) report('MULTIPLE_DOCS', second.range[0], 'a second document begins here');
  return document;
}

/** Deeper values end the process rather than throw, since the composer recurses to the end of the stack. */
const maxDepth = 100;

/** Stops where values are nested too deep: before the document, which comes last, reaches the composer. */
function* readTokens(text: string, parser: Parser): Generator<CST.Token> {
  const { Lexer } = loadYaml().yaml;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) yield token;
    if (parser.stack.length > maxDepth) return;
  }
  yield* parser.end();
}

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
