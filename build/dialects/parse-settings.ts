import { loadToml, loadYaml } from '../front-matter/parse/load-parsers.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import { findBeyondInToml } from '../front-matter/parse/parse-toml.ts';
import { blankComments, findBeyondInYaml } from '../front-matter/parse/parse-yaml.ts';

/** A mapping of settings. */
export type Settings = Readonly<Record<string, unknown>>;

/** Settings in YAML, TOML, or JSON with comments, as the name of the file says; null where they cannot be parsed. */
export function parseSettings(path: string, text: string): Settings | null {
  try {
    return toSettings(parse(path, text) ?? {});
  } catch {
    return null;
  }
}

function parse(path: string, text: string): unknown {
  const isToml = path.endsWith('.toml');
  // JSON is YAML, but for comments of its own.
  const written = /\.json[c5]?$/.test(path) ? blankComments(text) : text;
  // Of entries, a menu of all pages may have many.
  const find = isToml ? findBeyondInToml : findBeyondInYaml;
  if (find(written, Number.POSITIVE_INFINITY) !== null) throw new RangeError(path);
  if (isToml) {
    const { getStaticTOMLValue, parseTOML } = loadToml();
    return getStaticTOMLValue(parseTOML(text));
  }
  const document = loadYaml().parseDocument(written, { logLevel: 'silent', uniqueKeys: false });
  if (document.errors.length > 0) throw new SyntaxError(path);
  return document.toJS();
}

/** The front matter of a file, as far as it can be parsed, and whether all of it was. */
export function parseHeader(path: string, text: string): { header: Settings; isWhole: boolean } {
  const { value, problems } = parseFile({ path, file: path }, Buffer.from(text), []);
  const header = Object.fromEntries(Array.from(value?.frontMatter ?? [], ([key, { value: own }]) => [key, own]));
  return { header, isWhole: value !== null && problems.length === 0 };
}

/** A value as a mapping; null for another. */
export function toSettings(value: unknown): Settings | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** A list, or a value as one. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The texts of it. */
export function toTexts(value: unknown): string[] {
  return toList(value).filter((each) => typeof each === 'string');
}
