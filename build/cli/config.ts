import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { toSite } from '../../src/adapters/node/address.ts';
import { sitePattern } from '../../src/core/format.ts';
import { UsageError } from '../../src/usage-error.ts';
import { findWrongField } from '../front-matter/declared-fields.ts';
import {
  detailNames,
  fieldNames,
  foldName,
  hidingDetails,
  hidingFields,
  hidingFolders,
} from '../front-matter/field-names.ts';
import { loadYaml } from '../front-matter/parse/load-parsers.ts';
import { nearWord } from '../problems/near-word.ts';
import { isIn } from '../source/content-folders.ts';
import { Config, configFile, type SettingName, settings } from './settings.ts';

/** Reads the configuration; `flags` that are given win over the file. Throws `UsageError` that names the setting. */
export async function readConfig(flags: Partial<Record<SettingName, unknown>>): Promise<Config> {
  const text = await readFile(configFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new UsageError(`${configFile} cannot be read: ${error.message}.`);
  });
  const written = text.trim() === '' ? {} : parseYaml(text);
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const values: Record<string, unknown> = { ...written, ...given };
  const parsed = Config.safeParse(values);
  const names = Object.keys(settings);
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  const wrong = new Set(parsed.error?.issues.flatMap(({ path: [name] }) => (name === undefined ? [] : [String(name)])));
  const errors = [
    ...(unknown.length === 0
      ? []
      : [
          `${configFile}: ${unknown.join(', ')}: there is no such setting.${suggest(unknown, names)} The settings are ${names.join(', ')}.${await settingPlace(unknown[0] ?? '')}`,
        ]),
    ...(await Promise.all([...wrong].map((name) => explain(name as SettingName)))),
  ];
  if (parsed.data === undefined) throw new UsageError(errors.join('\n'));
  const { data } = parsed;
  for (const [name, find] of [
    ['dialects', findUnknownDialects],
    ['notHiding', findUnknownRules],
  ] as const) {
    const expected = await find(data);
    if (expected !== null) throw new UsageError(await toError(name, expected));
  }
  const address = data.site ?? toSite(data.host, data.port);
  if (!sitePattern.test(address) || !URL.canParse(address))
    throw new UsageError(await toError('host', settings.host.expected));
  refuseConflicts(data);
  return data;

  async function explain(name: SettingName): Promise<string> {
    const field = name === 'fields' ? findWrongField(values.fields) : null;
    if (field === null) return toError(name, settings[name].expected);
    const place = await settingPlace('fields', field.name);
    return `${configFile}: fields: found ${field.found}. ${field.expected}${place}`;
  }

  async function toError(name: string, expected: string): Promise<string> {
    const [place, at] = name in given ? [`--${name}`, ''] : [`${configFile}: ${name}`, await settingPlace(name)];
    return `${place}: found ${JSON.stringify(values[name])}. ${expected}${at}`;
  }
}

/** What is expected in place of dialects that are not known; null where all are. The table is loaded only where it is needed. */
async function findUnknownDialects({ dialects }: Config): Promise<string | null> {
  const given = Object.keys(dialects);
  if (given.length === 0) return null;
  const { dialectNames } = await import('../dialects/index.ts');
  const unknown = given.filter((name) => !dialectNames.includes(name));
  if (unknown.length === 0) return null;
  return `Expected names of dialects: ${dialectNames.join(', ')}.${suggest(unknown, dialectNames)}`;
}

/** The same of rules that hide articles. */
async function findUnknownRules({ notHiding }: Config): Promise<string | null> {
  const keys = [
    ...hidingFields.map((field) => fieldNames[field]),
    ...hidingDetails.map((detail) => detailNames[detail]),
  ];
  const own = [...hidingFolders, ...keys.flat()];
  const isUnknown = (known: readonly string[]) => {
    const folded = new Set(known.map(foldName));
    return notHiding.filter((name) => !folded.has(foldName(name)));
  };
  if (isUnknown(own).length === 0) return null;
  const hidingRules = await (await import('../dialects/index.ts')).loadHidingRules();
  const unknown = isUnknown([...own, ...hidingRules]);
  if (unknown.length === 0) return null;
  return `${settings.notHiding.expected}${suggest(unknown, [...own, ...hidingRules])}`;
}

/** Names what misspelt keys are near to. */
function suggest(keys: readonly string[], known: readonly string[]): string {
  const lower = known.map((name) => name.toLowerCase());
  const meant = keys.flatMap((key) => {
    const near = nearWord(key.toLowerCase(), lower) ?? key.toLowerCase();
    return known.filter((name) => name.toLowerCase() === near);
  });
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(', ')}?`;
}

/** Throws where settings exclude each other, and where a content folder is `out` or lies in it: servers give out what lies there. */
export function refuseConflicts({ nginxCache, rateLimit, content: { root, folders }, out }: Config): void {
  if (nginxCache !== null && rateLimit !== null) {
    throw new UsageError(
      `${configFile}: nginxCache, rateLimit: found both. Expected only one of them, because Galley cannot count requests that nginx ` +
        'responds to from its cache. Limit requests in nginx, as the recipe of galley init nginx does.',
    );
  }
  const real = toRealPath(out);
  const inside = folders
    .map((folder) => join(root, folder))
    .find((folder) => toRealPath(folder) === real || (existsSync(folder) && isIn(toRealPath(folder), real)));
  if (inside === undefined) return;
  const found = toRealPath(inside) === real ? 'which is a content folder' : `which holds the content folder ${inside}`;
  throw new UsageError(
    `out: found ${out}, ${found}. Expected a folder for the release alone. Choose another with --out, such as public.`,
  );
}

/** Of links, what they lead to; of what is missing, the path that it will have. */
function toRealPath(path: string): string {
  const full = resolve(path);
  const above = dirname(full);
  return existsSync(full) || above === full ? realpathSync.native(full) : join(toRealPath(above), basename(full));
}

function parseYaml(text: string): Record<string, unknown> {
  const { parseDocument } = loadYaml();
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error) {
    const { line = 1, col = 1 } = error.linePos?.[0] ?? {};
    const [message = ''] = error.message.split(/ at line \d/, 1);
    throw new UsageError(
      `${configFile}: this is not YAML: ${message}. ${example} Correct this line, or the line before it.\n  at ${configFile}:${line}:${col}`,
    );
  }
  const value: unknown = document.toJS() ?? {};
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${configFile}: found no settings. ${example}`);
}

const example = 'Expected settings such as "site: https://articles.example.com".';

/**
 * Where the value of a setting stands, or that of a key in it, as a line that follows a message; empty where the file does not
 * say it.
 */
export async function settingPlace(name: string, inside: string | null = null): Promise<string> {
  const { isScalar, LineCounter, parseDocument, visit } = loadYaml();
  const text = await readFile(configFile, 'utf8').catch(() => '');
  const lineCounter = new LineCounter();
  let place = '';
  visit(parseDocument(text, { lineCounter }), {
    Pair(_, { key, value }, path) {
      const isSetting = path.length <= 2;
      if (!isScalar(key) || path.length > 4) return undefined;
      if (isSetting && String(key.value) !== name) return visit.SKIP;
      if (isSetting ? inside !== null : String(key.value) !== inside) return undefined;
      const isPlace = typeof value === 'object' && value !== null && 'range' in value && inside === null;
      const range = isPlace ? value.range : key.range;
      const { line, col } = lineCounter.linePos(Array.isArray(range) ? range[0] : 0);
      place = `\n  at ${configFile}:${line}:${col}`;
      return visit.BREAK;
    },
  });
  return place;
}
