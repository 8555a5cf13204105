import { posix } from 'node:path';
import { fieldNames, foldName } from '../../front-matter/field-names.ts';
import { toSwitch } from '../../front-matter/schema.ts';
import { collectRules, type RuleCollector } from '../collect-rules.ts';
import { belowFolder, escapePattern, globPaths } from '../glob-paths.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';
import { parseSettings, toSettings } from '../parse-settings.ts';
import { type CodeReader, code, readCode } from '../read-code.ts';

/** What Eleventy would not publish. */
export function hides(folder: DialectFolder): HiddenPaths {
  const found = collectRules();
  const from = folder.find([
    '.eleventy.js',
    ...['js', 'mjs', 'cjs', 'ts'].map((ending) => `eleventy.config.${ending}`),
  ]);
  const site = from === null ? folder.folder : toFolder(from);
  const config = readCode(from === null ? '' : (folder.read(from) ?? ''));
  const input = posix.join(site, readDirectory(config, 'input', '.'));
  hideIgnored(found, folder, { site, input, config, from: from ?? '' });
  for (const [name, usual] of [
    ['includes', '_includes'],
    ['layouts', ''],
    ['data', '_data'],
  ] as const) {
    const inside = posix.join(input, readDirectory(config, name, usual));
    if (inside !== input && from !== null)
      found.hide({ name: 'eleventy-folders', from }, belowFolder(inside), `dir.${name}`);
  }
  if (from !== null) {
    hideFormats(found, from, config, belowFolder(toTop(input)));
    for (const [name] of config.calls('.addPreprocessor'))
      found.unread.push({
        file: from,
        setting: `addPreprocessor(${typeof name === 'string' ? JSON.stringify(name) : '…'})`,
      });
    for (const [name, value = code] of config.calls('.addGlobalData'))
      if (typeof name === 'string')
        hideData(found, from, toData(name, value), belowFolder(toTop(input)), 'addGlobalData: ');
  }
  readData(found, folder, toTop(input), posix.join(input, readDirectory(config, 'data', '_data')));
  return found;
}

function toFolder(path: string): string {
  return toTop(posix.dirname(path));
}

function toTop(path: string): string {
  return path.replace(/^\.$|\/$/, '');
}

/** A folder that the settings name: `dir: { input: 'src' }`, or `setInputDirectory('src')`. */
function readDirectory(config: CodeReader, name: string, otherwise: string): string {
  const call = config.calls(`.set${name[0]?.toUpperCase()}${name.slice(1)}Directory`).at(-1)?.[0];
  const named = [call, ...config.properties('dir').map((dir) => toSettings(dir)?.[name])];
  return toTop(named.find((value) => typeof value === 'string') ?? otherwise);
}

/** Lines of ignore files are globs from the folder of the file on, and none takes another back. */
function hideIgnored(
  found: RuleCollector,
  { read }: DialectFolder,
  { site, input, config, from }: { site: string; input: string; config: CodeReader; from: string },
): void {
  const usesGit = config.calls('.setUseGitIgnore').at(-1)?.[0] !== false;
  const files = [posix.join(site, '.eleventyignore'), posix.join(input, '.eleventyignore')];
  for (const file of new Set([...files, ...(usesGit && from !== '' ? [posix.join(site, '.gitignore')] : [])]))
    for (const line of (read(file) ?? '').split('\n').map((each) => each.trim()))
      if (!/^[#!]|^$/.test(line))
        found.hide({ name: 'eleventy-ignore', from: file }, globPaths(toFolder(file), line), line);
  for (const [glob] of config.calls('.ignores.add')) {
    const paths = typeof glob === 'string' ? globPaths(site, glob) : null;
    found.hide({ name: 'eleventy-ignore', from }, paths, 'ignores.add');
  }
}

/** Files with an ending that no format has. */
function hideFormats(found: RuleCollector, from: string, config: CodeReader, below: string): void {
  const given = [
    ...config.properties('templateFormats'),
    ...config.calls('.setTemplateFormats').map(([value]) => value),
  ];
  const added = [...config.calls('.addTemplateFormats'), ...config.calls('.addExtension')].map(([value]) => value);
  const lists = [...(given.length === 0 ? ['md'] : given), ...added].flat();
  const formats = lists.flatMap((each) => (typeof each === 'string' ? each.split(',').map((one) => one.trim()) : []));
  if (lists.some((each) => typeof each !== 'string')) found.unread.push({ file: from, setting: 'templateFormats' });
  else if (!formats.includes('*'))
    found.hide(
      { name: 'eleventy-formats', from },
      `${below}(?:.*/)?[^/]*(?<!\\.(?:${formats.map(escapePattern).join('|')}))$`,
      'templateFormats',
    );
}

/** Data files: of folders, the outermost first, and of files. */
function readData(found: RuleCollector, folder: DialectFolder, input: string, global: string): void {
  const { content, files, names, read } = folder;
  const above: string[] = [];
  for (let at = content; at !== '' && at !== input; ) {
    at = toFolder(at);
    above.push(...Array.from(names(at), (name) => posix.join(at, name)));
  }
  const own = [...new Set([...above, ...files, ...Array.from(names(content), (name) => posix.join(content, name))])];
  const computed = Array.from(names(global), (name) => posix.join(global, name));
  const all = [...computed, ...own].map((file) => ({
    file,
    depth: file.split('/').length,
    rank: ranks.indexOf(dataName.exec(file)?.[3] ?? ''),
  }));
  for (const { file } of all.sort((a, b) => a.depth - b.depth || a.rank - b.rank)) {
    const [, path = '', suffix, ending = ''] = dataName.exec(file) ?? [];
    const name = posix.basename(path);
    const isGlobal = toFolder(file) === global && name === 'eleventyComputed';
    const isOfFolder = posix.basename(toFolder(file)) === name;
    const isOfFile =
      !isOfFolder && ['md', 'markdown', 'mdx'].some((each) => names(toFolder(file)).has(`${name}.${each}`));
    if (ending === '' || (suffix === undefined && ending !== 'json') || !(isGlobal || isOfFolder || isOfFile)) continue;
    const text = read(file) ?? '';
    const data = ending === 'json' ? parseSettings(file, text) : readCode(text).exported();
    const below = isGlobal
      ? belowFolder(input)
      : isOfFolder
        ? belowFolder(toFolder(file))
        : `^${escapePattern(path)}\\.[^/]*$`;
    if (data === code || data === null) found.unread.push({ file, setting: posix.basename(file) });
    else hideData(found, file, isGlobal ? { eleventyComputed: data } : data, below);
  }
}

const dataName = /^(.+?)(\.11tydata)?\.(json|mjs|cjs|js)$/;

const ranks = ['json', 'mjs', 'cjs', 'js'];

/** Values that files have unless their headers say otherwise. */
function hideData(found: RuleCollector, from: string, data: unknown, paths: string, prefix = ''): void {
  const { eleventyComputed, ...plain } = toSettings(data) ?? {};
  for (const [key, value] of [...Object.entries(plain), ...Object.entries(toSettings(eleventyComputed) ?? {})]) {
    const folded = foldName(key);
    const hidden =
      folded === 'permalink' ? value === false : hiding.has(folded) ? toSwitch(value) === hiding.get(folded) : null;
    if (hidden === null) continue;
    const rule = { name: 'eleventy-data', from, unless: [key], ...(!hidden && { shows: true as const }) };
    found.hide(rule, value === code ? null : paths, `${prefix}${key}`);
  }
  if (eleventyComputed === code) found.unread.push({ file: from, setting: `${prefix}eleventyComputed` });
}

/** `a.b` and a value as a mapping. */
function toData(name: string, value: unknown): unknown {
  return name.split('.').reduceRight((inner, key) => ({ [key]: inner }), value);
}

/** Keys that hide, and the value with which they do. */
const hiding: ReadonlyMap<string, boolean> = new Map([
  ...fieldNames.draft.map((name) => [foldName(name), true] as const),
  ...fieldNames.published.map((name) => [foldName(name), false] as const),
]);
