import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Node, ParseError } from 'jsonc-parser';
import { UsageError } from '../../../src/usage-error.ts';
import { loadJson } from '../../front-matter/parse/load-parsers.ts';
import { parseToml } from '../../front-matter/parse/parse-toml.ts';
import type { FrontMatterValue } from '../../front-matter/parsed-file.ts';
import { countPlaces } from '../../problems/positions.ts';
import type { Position } from '../../problems/problem.ts';

/** A value of the configuration, and where it stands; where there is none, `value` is undefined, and the place is what it belongs to. */
export interface Setting extends Position {
  value: unknown;
  /** Of a mapping or a list. */
  children: ReadonlyMap<string, Setting>;
}

export interface WranglerFile {
  path: string;
  /** Names of environments; null is the top level. */
  environments: (string | null)[];
  /** A setting as an environment has it. */
  find(environment: string | null, path: readonly string[]): Setting;
}

/** In the order of wrangler. */
const usual = ['wrangler.json', 'wrangler.jsonc', 'wrangler.toml'];

/** What a named environment has only where it says so itself, among what is checked here. */
const notInherited = new Set(['vars', 'secrets', 'r2_buckets', 'ratelimits']);

/** Reads the configuration of wrangler. Throws `UsageError` where there is none, or where it cannot be understood. */
export async function readWranglerFile(given: string | undefined): Promise<WranglerFile> {
  const path = given ?? usual.find((name) => existsSync(name));
  if (path === undefined) {
    throw new UsageError(
      `Found none of ${usual.join(', ')} in this folder. Run galley init cloudflare, or name the file with --config.`,
    );
  }
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new UsageError(`There is no ${path}. Run galley init cloudflare, or name another file with --config.`);
    throw new UsageError(`${path} cannot be read: ${error.message}.`);
  });
  const top = path.endsWith('.toml') ? readToml(path, text) : readJsonc(path, text);
  const named = top.children.get('env')?.children ?? new Map<string, Setting>();
  return { path, environments: [null, ...named.keys()], find };

  function find(environment: string | null, [first = '', ...rest]: readonly string[]): Setting {
    const own = environment === null ? undefined : named.get(environment);
    const from = own !== undefined && (notInherited.has(first) || own.children.has(first)) ? own : top;
    let setting = from;
    for (const name of [first, ...rest]) {
      setting = setting.children.get(name) ?? { ...setting, value: undefined, children: new Map() };
    }
    return setting;
  }
}

function readToml(path: string, text: string): Setting {
  const parsed = parseToml(text, 1);
  if ('values' in parsed) return { value: {}, line: 1, column: 1, children: toSettings(parsed.values) };
  const [problem = { line: 1, column: 1, message: 'it cannot be read' }] = parsed.problems;
  throw notRead(path, problem, `is not TOML (${problem.message})`);
}

function toSettings(values: ReadonlyMap<string, FrontMatterValue>): Map<string, Setting> {
  const settings = [...values].map(([name, { value, line, column, children }]): [string, Setting] => {
    return [name, { value, line, column, children: toSettings(children ?? new Map()) }];
  });
  return new Map(settings);
}

function readJsonc(path: string, text: string): Setting {
  const { parseTree, getNodeValue, printParseErrorCode } = loadJson();
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const placeAt = countPlaces(text);
  const [error] = errors;
  if (error) throw notRead(path, placeAt(error.offset), `is not JSON (${printParseErrorCode(error.error)})`);
  if (root?.type !== 'object') throw notRead(path, { line: 1, column: 1 }, 'has no settings in braces');
  return toSetting(root);

  function toSetting(node: Node): Setting {
    const children = (node.children ?? []).map((child, index): [string, Setting] => {
      const [key, value] = child.type === 'property' ? (child.children ?? []) : [];
      return value === undefined ? [String(index), toSetting(child)] : [String(key?.value), toSetting(value)];
    });
    return { value: getNodeValue(node), ...placeAt(node.offset), children: new Map(children) };
  }
}

function notRead(path: string, { line, column }: Position, reason: string): UsageError {
  return new UsageError(`${path}:${line}:${column} ${reason}. Expected a configuration of wrangler.`);
}
