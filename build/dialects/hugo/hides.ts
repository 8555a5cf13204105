import { posix } from 'node:path';
import { collectRules, type RuleCollector } from '../collect-rules.ts';
import { belowFolder, escapePattern, globPaths } from '../glob-paths.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';
import { parseHeader, parseSettings, type Settings, toSettings, toTexts } from '../parse-settings.ts';

/** A file of settings, and the folder of the site. */
interface SettingsFile {
  from: string;
  settings: Settings;
}

/** What Hugo would not publish. */
export function hides(folder: DialectFolder): HiddenPaths {
  const found = collectRules();
  const { site, files } = readSite(folder, found);
  const valuesOf = (key: string): [from: string, value: unknown][] =>
    files.flatMap(({ from, settings }): [string, unknown][] => {
      const value = Object.entries(settings).find(([name]) => name.toLowerCase() === key)?.[1];
      return value == null ? [] : [[from, value]];
    });
  const under = (path: unknown, otherwise: string): string =>
    posix.join(site, typeof path === 'string' ? path : otherwise);
  const isUsual = files.length > 0 || folder.content.split('/').includes('content');
  const content = isUsual ? under(valuesOf('contentdir')[0]?.[1], 'content') : folder.content;
  const languages = new Map<string, Settings>(
    valuesOf('languages').flatMap(([from, all]) =>
      Object.entries(toSettings(all) ?? {}).map(([name, own]) => [name, { from, ...lowerKeys(own) }] as const),
    ),
  );
  const folderOf = ({ contentdir }: Settings = {}): string[] =>
    typeof contentdir === 'string' ? [under(contentdir, '')] : [];
  const roots = [content, ...Array.from(languages.values(), folderOf).flat()];
  const ofLanguage = (name: string): string =>
    [...folderOf(languages.get(name)).map(belowFolder), `.*\\.${escapePattern(name)}\\.[^/.]+$`].join('|');
  for (const [from, patterns] of valuesOf('ignorefiles'))
    for (const pattern of toTexts(patterns))
      found.hide({ name: 'hugo-ignore-files', from }, toPaths(pattern), 'ignoreFiles');
  for (const [from, names] of valuesOf('disablelanguages'))
    for (const name of toTexts(names))
      found.hide({ name: 'hugo-languages', from }, ofLanguage(name), 'disableLanguages');
  for (const [name, { from, disabled }] of languages)
    if (disabled === true) found.hide({ name: 'hugo-languages', from: `${from}` }, ofLanguage(name), 'disabled');
  for (const [from, kinds] of valuesOf('disablekinds'))
    if (toTexts(kinds).includes('page')) found.hide({ name: 'hugo-kinds', from }, belowFolder(content), 'disableKinds');
  for (const [from, module] of valuesOf('module'))
    hideMounts(found, from, lowerKeys(module)['mounts'], { site, content });
  for (const [from, dates] of valuesOf('frontmatter'))
    for (const key of ['expirydate', 'publishdate'])
      if (key in lowerKeys(dates)) found.unread.push({ file: from, setting: `frontmatter.${key}` });
  for (const [from] of valuesOf('rendersegments')) found.unread.push({ file: from, setting: 'renderSegments' });
  const add = (from: string, cascade: unknown, below: string): void =>
    hideCascade(found, { from, below, roots, ofLanguage }, cascade);
  for (const [from, cascade] of valuesOf('cascade')) add(from, cascade, belowFolder(content));
  hideSections(folder, found, { content, add, isLanguage: (name) => languages.has(name), ofLanguage });
  return found;
}

const settingsNames = ['hugo', 'config'].flatMap((name) =>
  ['toml', 'yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`),
);

/** The folder of the site, and its files of settings: one beside the content, and those of `config/`, whose names are keys. */
function readSite(
  { content, folder, find, names, read }: DialectFolder,
  found: RuleCollector,
): { site: string; files: SettingsFile[] } {
  const own = find(settingsNames);
  const parts = content.split('/');
  const above = posix.join(...parts.slice(0, Math.max(0, parts.indexOf('content'))), '.');
  const site = own === null ? (folder === content && parts.includes('content') ? above : folder) : posix.dirname(own);
  const inFolders = ['config/_default', 'config/production'].flatMap((part) =>
    Array.from(names(posix.join(site, part)), (name) => posix.join(site, part, name)).filter((path) =>
      /\.(?:toml|ya?ml|json)$/.test(path),
    ),
  );
  const files = [...(own === null ? [] : [own]), ...inFolders.sort()].flatMap((from): SettingsFile[] => {
    const settings = parseSettings(from, read(from) ?? '');
    if (settings === null) found.unread.push({ file: from, setting: posix.basename(from) });
    const [key = ''] = posix.basename(from).split('.');
    return settings === null
      ? []
      : [{ from, settings: /^(?:hugo|config)$/.test(key) ? settings : { [key]: settings } }];
  });
  return { site: site === '.' ? '' : site, files };
}

/** Expressions of Go are tried on whole paths from the root of the disk on. */
function toPaths(pattern: string): string {
  return pattern.replace(/^\(\?i\)/, '').replace(/^\\?\//, '(?:^|/)');
}

/** Files that no mount has, where some have content; and those that one excludes. */
function hideMounts(
  found: RuleCollector,
  from: string,
  mounts: unknown,
  { site, content }: { site: string; content: string },
): void {
  const rule = { name: 'hugo-mounts', from };
  const own = (Array.isArray(mounts) ? mounts : []).map(lowerKeys).flatMap((mount) => {
    const { source, target } = mount;
    const isContent = typeof source === 'string' && typeof target === 'string' && /^content(?:\/|$)/.test(target);
    return isContent ? [{ ...mount, folder: posix.join(site, source) }] : [];
  });
  if (own.some(({ folder }) => `${folder}/`.startsWith(`${content}/`)))
    found.hide(rule, belowFolder(content), 'mounts');
  for (const { folder, ...mount } of own) {
    const [files, include, exclude] = ['files', 'includefiles', 'excludefiles'].map((key) =>
      toTexts(mount[key as never]),
    );
    const shown = [...(include ?? []), ...(files ?? []).filter((glob) => !glob.startsWith('!'))];
    const hidden = [
      ...(files ?? []).flatMap((glob) => (glob.startsWith('!') ? glob.slice(1).trim() : [])),
      ...(exclude ?? []),
    ];
    if (shown.length === 0) found.hide({ ...rule, shows: true }, belowFolder(folder), 'mounts');
    else found.hide(rule, belowFolder(folder), 'mounts');
    for (const glob of shown) found.hide({ ...rule, shows: true }, globPaths(folder, glob), 'mounts');
    for (const glob of hidden) found.hide(rule, globPaths(folder, glob), 'mounts');
  }
}

interface Cascade {
  from: string;
  /** The source of a regular expression of the paths that it may reach. */
  below: string;
  /** The folders of content, of each language. */
  roots: readonly string[];
  ofLanguage(name: string): string;
}

/** The values that a section, or the site, hands down to pages that have none of their own. Of those of one list the first counts. */
function hideCascade(found: RuleCollector, { from, below, roots, ofLanguage }: Cascade, cascade: unknown): void {
  for (const each of (Array.isArray(cascade) ? cascade : [cascade]).map(lowerKeys).reverse()) {
    const { path, kind, environment, sites, ...target } = lowerKeys(each['target'] ?? each['_target']);
    if (!matches(kind, 'page') || !matches(environment, 'production')) continue;
    const { lang = lowerKeys(lowerKeys(sites)['matrix'])['languages'] } = target;
    const words = typeof lang === 'string' ? lang.split(/[{},]+/).filter((word) => word !== '') : [];
    const language = words.length === 0 ? '' : `(?=${words.map(ofLanguage).join('|')})`;
    const { draft, published, build = each['_build'], ...others } = each;
    const add = (isHidden: boolean, unless: string[], setting: string): void => {
      for (const root of typeof path === 'string' ? roots : ['']) {
        const glob = typeof path === 'string' ? path.replace(/(^|[{,])\//g, '$1') : '**';
        const paths = globPaths(root, glob, '(?:\\.[^/]*|/index\\.[^/]*)?$');
        const reached = paths && `^(?=${below.slice(1)})${language}${paths.slice(1)}`;
        found.hide({ name: 'hugo-cascade', from, unless, ...(!isHidden && { shows: true }) }, reached, setting);
      }
    };
    if (draft !== undefined) add(isOn(draft), ['draft', 'published'], 'cascade.draft');
    else if (published !== undefined) add(!isOn(published), ['draft', 'published'], 'cascade.published');
    const { render, list } = lowerKeys(build);
    const isHidden = /^(?:never|false|link)$/.test(`${render}`) || /^(?:never|false)$/.test(`${list}`);
    if (build !== undefined) add(isHidden, ['build'], 'cascade.build');
    for (const key of ['expirydate', 'publishdate', 'unpublishdate', 'headless'])
      if (key in others) found.unread.push({ file: from, setting: `cascade.${key}` });
  }
}

function isOn(value: unknown): boolean {
  return /^(?:true|1|t)$/i.test(`${value}`);
}

function matches(glob: unknown, text: string): boolean {
  const source = typeof glob === 'string' ? globPaths('', glob, '$') : null;
  return source === null || new RegExp(source, 'i').test(text);
}

/** The sections of the content folder and those above it, the outermost first: a draft, and what each hands down. */
function hideSections(
  { content: own, files, names, read }: DialectFolder,
  found: RuleCollector,
  {
    content,
    add,
    isLanguage,
    ofLanguage,
  }: {
    content: string;
    add(from: string, cascade: unknown, below: string): void;
    isLanguage(name: string): boolean;
    ofLanguage(name: string): string;
  },
): void {
  const above: string[] = [];
  for (let at = own; at !== content && `${at}/`.startsWith(`${content}/`); ) {
    at = posix.dirname(at);
    above.push(...Array.from(names(at), (name) => posix.join(at, name)));
  }
  const sections = [...above, ...files].filter((path) => sectionName.test(path));
  for (const from of sections.sort((a, b) => a.split('/').length - b.split('/').length)) {
    const text = read(from) ?? '';
    if (!/cascade|draft|published/i.test(text)) continue;
    const { header, isWhole } = parseHeader(from, text);
    if (!isWhole) found.unread.push({ file: from, setting: posix.basename(from) });
    const { cascade, draft, published = true } = lowerKeys(header);
    const [, language = ''] = sectionName.exec(from) ?? [];
    const folder = belowFolder(posix.dirname(from) === '.' ? '' : posix.dirname(from));
    const below = isLanguage(language) ? `^(?=${ofLanguage(language)})${folder.slice(1)}` : folder;
    // A section that hands down `draft` is a draft itself, unless it says otherwise.
    const isHandedDown = (Array.isArray(cascade) ? cascade : [cascade]).some((each) => {
      const { draft: handed, target, _target: other = target } = lowerKeys(each);
      return isOn(handed) && other === undefined;
    });
    if (isOn(draft) || (draft === undefined && (!isOn(published) || isHandedDown)))
      found.hide({ name: isHandedDown ? 'hugo-cascade' : 'hugo-draft-section', from }, below, 'draft');
    if (cascade !== undefined) add(from, cascade, below);
  }
}

const sectionName = /(?:^|\/)_index(?:\.([\w-]+))?\.[a-z]+$/i;

/** A mapping with its keys in lower case, as Hugo reads them; an empty one for another value. */
function lowerKeys(value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(toSettings(value) ?? {}).map(([key, own]) => [key.toLowerCase(), own]));
}
