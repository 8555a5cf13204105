import { posix } from 'node:path';
import { fieldNames, foldName } from '../../front-matter/field-names.ts';
import { toSwitch } from '../../front-matter/schema.ts';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { belowFolder, escapePattern, folderOf, globPaths, toTop } from '../glob-paths.ts';
import { hideBySources } from '../page-sources.ts';
import { toSettings, toTexts } from '../parse-settings.ts';
import { code, toCodeReader } from '../read-code.ts';

export const ways: readonly HidingWay[] = [
  ['`draft: true`', 'read', 'draft'],
  ['`permalink: false`, also in `eleventyComputed`', 'read', 'no-page'],
  ['`dir.input`: what lies outside', 'read', 'eleventy-path'],
  ['`eleventyExcludeFromCollections: true`', 'read', 'eleventyExcludeFromCollections'],
  ['`.eleventyignore`', 'read', 'eleventy-ignore'],
  ['`.gitignore` of the project, unless `setUseGitIgnore(false)`', 'read', 'eleventy-ignore'],
  ['`ignores.add("…")`', 'read', 'eleventy-ignore'],
  [
    'data files of folders and files: `x.json`, `x.11tydata.json`, literals of `x.11tydata.js`, `.mjs` and `.cjs`',
    'read',
    'eleventy-data',
  ],
  ['`eleventyComputed`, also in `_data`; `addGlobalData`: literals', 'read', 'eleventy-data'],
  ['data that are functions', 'reported', 'these are programs'],
  ['`addPreprocessor`', 'reported', 'it is a program; `draft` in a header hides all the same'],
  ['`_includes`, `_data` and others that `dir` names', 'read', 'eleventy-folders'],
  ['endings that `templateFormats` does not have, such as `.markdown`', 'read', 'eleventy-formats'],
  ['headers of layouts', 'not applicable', 'layouts are no content'],
  ['`addCollection`', 'not applicable', 'it makes lists, and the pages are published'],
];

/** What Eleventy would not publish. */
export const hides: FindHidden = ({ content, folder, filesFrom, find, names, read, readCode, readSettings }, found) => {
  const own = find(
    ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].flatMap((end) => [`.eleventy.${end}`, `eleventy.config.${end}`]),
  );
  const from = own ?? '';
  const site = own === null ? folder : folderOf(own);
  const config = own === null ? toCodeReader('') : readCode(own);
  const input = toTop(posix.join(site, readDirectory('input', '.')));
  const isInputKnown = found.unread.length === 0;
  const data = posix.join(input, readDirectory('data', '_data'));
  const layouts = toTop(posix.join(input, readDirectory('layouts', '')));
  hideIgnored();
  if (own !== null) {
    for (const inside of [posix.join(input, readDirectory('includes', '_includes')), data, layouts])
      if (inside !== input) {
        const paths = belowFolder(inside);
        found.hide({ name: 'eleventy-folders', from }, isInputKnown ? paths : paths.replace('^', '(?:^|/)'), '');
      }
    if (isInputKnown) hideBySources(found, { program: 'eleventy', from, content }, [{ folders: [input] }]);
    hideFormats();
    for (const [name] of config.calls('.addPreprocessor'))
      found.leave(from, `addPreprocessor(${typeof name === 'string' ? `"${name}"` : '…'})`);
    for (const [name, value = code] of config.calls('.addGlobalData'))
      if (typeof name === 'string') {
        const all = name.split('.').reduceRight((inner, key) => ({ [key]: inner }), value);
        hideData(from, all, belowFolder(input), 'addGlobalData: ');
      }
  }
  readData();

  /** A folder that the settings name: `dir: { input: 'src' }`, or `setInputDirectory('src')`. */
  function readDirectory(name: string, otherwise: string): string {
    const call = config.calls(`.set${name[0]?.toUpperCase()}${name.slice(1)}Directory`).at(-1)?.[0];
    const dirs = config.properties('dir');
    const named = [call, ...dirs.map((dir) => (dir === code ? code : toSettings(dir)?.[name]))];
    return toTop(found.readTexts(from, `dir.${name}`, named)[0] ?? otherwise);
  }

  /** Lines of ignore files are globs from the folder of the file on, and none takes another back. */
  function hideIgnored(): void {
    const rule = { name: 'eleventy-ignore', from };
    const usesGit = own !== null && config.calls('.setUseGitIgnore').at(-1)?.[0] !== false;
    const files = [site, input].map((path) => posix.join(path, '.eleventyignore'));
    for (const file of new Set([...files, ...(usesGit ? [posix.join(site, '.gitignore')] : [])]))
      for (const line of read(file)
        .split('\n')
        .map((each) => each.trim()))
        if (!/^[#!]|^$/.test(line)) found.hide({ ...rule, from: file }, globPaths(folderOf(file), line), line);
    for (const [glob] of config.calls('.ignores.add'))
      found.hide(rule, typeof glob === 'string' ? globPaths(site, glob) : null, 'ignores.add');
  }

  /** Files with an ending that no format has. */
  function hideFormats(): void {
    const [given, added] = [['.setTemplateFormats'], ['.addTemplateFormats', '.addExtension']].map((calls) =>
      calls.flatMap((name) => config.calls(name)).map(([value]) => value),
    );
    const named = [...config.properties('templateFormats'), ...(given ?? [])];
    const lists = [...(named.length === 0 ? ['md'] : named), ...(added ?? [])].flat();
    const formats = toTexts(lists).flatMap((each) => each.split(',').map((one) => escapePattern(one.trim())));
    if (formats.includes('\\*')) return;
    const paths = `${belowFolder(input)}(?:.*/)?[^/]*(?<!\\.(?:${formats.join('|')}))$`;
    const isKnown = lists.every((each) => typeof each === 'string');
    found.hide({ name: 'eleventy-formats', from }, isKnown ? paths : null, 'templateFormats');
  }

  /** Data files: of folders, the outermost first, and of files. */
  function readData(): void {
    const computed = Array.from(names(data), (name) => posix.join(data, name));
    const all = [...new Set([...computed, ...filesFrom(input)])].map((file) => ({
      file,
      rank: file.split('/').length * 4 + ranks.indexOf(dataName.exec(file)?.[3] ?? ''),
    }));
    for (const { file } of all.sort((a, b) => a.rank - b.rank)) {
      const [, path = '', suffix, ending = ''] = dataName.exec(file) ?? [];
      if (ending === '' || (suffix === undefined && ending !== 'json')) continue;
      const name = posix.basename(path);
      const below = folderOf(file);
      const isGlobal = below === data && name === 'eleventyComputed';
      const isOfFolder = posix.basename(below) === name;
      if (!isGlobal && !isOfFolder && !['md', 'markdown', 'mdx'].some((each) => names(below).has(`${name}.${each}`)))
        continue;
      const values = ending === 'json' ? readSettings(file) : readCode(file).exported();
      if (values === code) found.leave(file, posix.basename(file));
      else if (isGlobal) hideData(file, { eleventyComputed: values }, belowFolder(input));
      else hideData(file, values, isOfFolder ? belowFolder(below) : `^${escapePattern(path)}\\.[^/]*$`);
    }
  }

  /** Values that files have unless their headers say otherwise. */
  function hideData(from: string, values: unknown, paths: string, prefix = ''): void {
    const { eleventyComputed, ...plain } = toSettings(values) ?? {};
    for (const [key, value] of [...Object.entries(plain), ...Object.entries(toSettings(eleventyComputed) ?? {})]) {
      const folded = foldName(key);
      if (folded !== 'permalink' && !hiding.has(folded)) continue;
      const isHidden = folded === 'permalink' ? value === false : toSwitch(value) === hiding.get(folded);
      const rule = { name: 'eleventy-data', from, unless: [key], ...(!isHidden && { shows: true as const }) };
      found.hide(rule, value === code ? null : paths, `${prefix}${key}`);
    }
    if (eleventyComputed === code) found.leave(from, `${prefix}eleventyComputed`);
  }
};

const dataName = /^(.+?)(\.11tydata)?\.(json|mjs|cjs|js)$/;

const ranks = ['json', 'mjs', 'cjs', 'js'];

/** Keys that hide, and the value with which they do. */
const hiding: ReadonlyMap<string, boolean> = new Map([
  ...fieldNames.draft.map((name) => [foldName(name), true] as const),
  ...fieldNames.published.map((name) => [foldName(name), false] as const),
]);
