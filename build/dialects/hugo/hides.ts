import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { belowFolder, escapePattern, folderOf, globPaths } from '../glob-paths.ts';
import type { DialectFolder } from '../open-folder.ts';
import { hideBySources, type PageSource } from '../page-sources.ts';
import { parseHeader, type Settings, toList, toSettings, toTexts } from '../parse-settings.ts';

export const ways: readonly HidingWay[] = [
  ['`draft: true`', 'read', 'draft'],
  ['`published: false`', 'read', 'published'],
  ['`build.render`, `build.list` (and `_build`): `never`, `link`', 'read', 'build.render'],
  ['`headless: true`', 'read', 'headless'],
  ['`publishDate` ahead', 'read', 'publishDate'],
  ['`expiryDate` passed', 'read', 'expiryDate'],
  ['`cascade` of `_index.md` and of the settings: `draft`, `published`, `build`', 'read', 'hugo-cascade'],
  ['`target` of a cascade: `path`, `kind`, `lang`, `environment`', 'read', 'hugo-cascade'],
  ['`cascade` of `expiryDate`, `publishDate` or `headless`', 'reported', 'these depend on the time or on bundles'],
  ['`_index.md` that is a draft', 'read', 'hugo-draft-section'],
  ['`_index.md` whose `publishDate` or `expiryDate` hides it', 'not applicable', 'Hugo publishes the pages below'],
  ['`ignoreFiles`', 'read', 'hugo-ignore-files'],
  ['all that lies beside `index.md` or below, at any depth: it is a part of that page', 'read', 'hugo-bundle'],
  ['`module.mounts`: `excludeFiles`, and `files` with `!`', 'read', 'hugo-exclude'],
  ['`contentDir`: what lies outside', 'read', 'hugo-path'],
  ['`module.mounts`: `files`, `includeFiles`, and folders that no mount has', 'read', 'hugo-path'],
  ['`disableLanguages`, and `disabled` of a language', 'read', 'hugo-languages'],
  ['`disableKinds: [page]`', 'read', 'hugo-kinds'],
  ['`archetypes`', 'read', 'template'],
  [
    '`frontmatter.expiryDate`, `frontmatter.publishDate`',
    'reported',
    'other names of dates; write them under `frontMatter`',
  ],
  ['`renderSegments`', 'reported', 'it depends on the command'],
  ['`buildDrafts`, `buildFuture`, `buildExpired`', 'not applicable', 'they show more; what is a draft stays hidden'],
  ['`_content.gotmpl`', 'not applicable', 'it adds pages, and is a program'],
];

/** What Hugo would not publish. */
export const hides: FindHidden = (folder, found) => {
  const { site, files } = readSite(folder);
  const isKnown = files.length > 0 && found.unread.length === 0;
  const under = (path: unknown, otherwise: string): string =>
    posix.join(site, typeof path === 'string' ? path : otherwise);
  const isUsual = files.length > 0 || folder.content.split('/').includes('content');
  const content = isUsual ? under(valuesOf('contentdir')[0]?.[1], 'content') : folder.content;
  const languages = new Map(
    valuesOf('languages').flatMap(([from, all]) =>
      Object.entries(toSettings(all) ?? {}).map(([name, own]) => [name, { from, ...lowerKeys(own) } as Settings]),
    ),
  );
  const rootsOf = ({ contentdir }: Settings = {}): string[] =>
    typeof contentdir === 'string' ? [under(contentdir, '')] : [];
  for (const [from, patterns] of valuesOf('ignorefiles'))
    for (const pattern of toTexts(patterns)) {
      // Expressions of Go are tried on whole paths from the root of the disk on.
      const paths = pattern.replace(/^\(\?i\)/, '').replace(/^\\?\//, '(?:^|/)');
      found.hide({ name: 'hugo-ignore-files', from }, paths, 'ignoreFiles');
    }
  for (const [from, names] of [
    ...valuesOf('disablelanguages'),
    ...[...languages].flatMap(([name, { from, disabled }]) => (disabled === true ? [[`${from}`, name] as const] : [])),
  ])
    for (const name of toTexts(names)) found.hide({ name: 'hugo-languages', from }, ofLanguage(name), 'languages');
  for (const [from, kinds] of valuesOf('disablekinds'))
    if (toTexts(kinds).includes('page')) found.hide({ name: 'hugo-kinds', from }, belowFolder(content), 'disableKinds');
  for (const [from, module] of valuesOf('module')) hideMounts(from, lowerKeys(module).mounts);
  const themes = valuesOf('theme').flatMap(([, names]) =>
    toTexts(names).map((name) => under(`themes/${name}/content`, '')),
  );
  const roots = [content, ...Array.from(languages.values(), rootsOf).flat(), ...themes];
  const [[from = ''] = []] = files;
  if (isKnown && !found.rules.some(({ name }) => name === 'hugo-path'))
    hideBySources(found, { program: 'hugo', from, content: folder.content }, [{ folders: roots }]);
  for (const [from, dates] of valuesOf('frontmatter'))
    for (const key of ['expirydate', 'publishdate'])
      if (key in lowerKeys(dates)) found.leave(from, `frontmatter.${key}`);
  for (const [from] of valuesOf('rendersegments')) found.leave(from, 'renderSegments');
  for (const [from, cascade] of valuesOf('cascade')) hideCascade(from, belowFolder(content), cascade);
  const sections = folder.filesFrom(content).filter((path) => sectionName.test(path));
  for (const from of sections.sort((a, b) => a.split('/').length - b.split('/').length)) hideSection(from);

  function valuesOf(key: string): [from: string, value: unknown][] {
    return files.flatMap(([from, settings]): [string, unknown][] => {
      const value = lowerKeys(settings)[key];
      return value == null ? [] : [[from, value]];
    });
  }

  function ofLanguage(name: string): string {
    return [...rootsOf(languages.get(name)).map(belowFolder), `.*\\.${escapePattern(name)}\\.[^/.]+$`].join('|');
  }

  /** Files that a mount excludes, and those that no mount has, where one has some of the content folder. */
  function hideMounts(from: string, mounts: unknown): void {
    const sources = toList(mounts)
      .map(lowerKeys)
      .flatMap((mount) => toSource(mount, under));
    hideBySources(found, { program: 'hugo', from, content: folder.content }, sources);
  }

  /** The values that a section, or the site, hands down to pages that have none of their own. Of those of one list the first counts. */
  function hideCascade(from: string, below: string, cascade: unknown): void {
    for (const each of toList(cascade).map(lowerKeys).reverse()) {
      const { _target, target = _target, _build, build = _build, draft, published, ...others } = each;
      const { path, kind, environment, lang, sites } = lowerKeys(target);
      if (!matches(kind, 'page') || !matches(environment, 'production')) continue;
      const words = `${lang ?? lowerKeys(lowerKeys(sites).matrix).languages ?? ''}`.split(/[{},]+/).filter(Boolean);
      const language = words.length === 0 ? '' : `(?=${words.map(ofLanguage).join('|')})`;
      const roots = typeof path === 'string' ? [content, ...Array.from(languages.values(), rootsOf).flat()] : [''];
      const glob = typeof path === 'string' ? path.replace(/(^|[{,])\//g, '$1') : '**';
      const add = (isHidden: boolean, unless: string[], setting: string): void => {
        for (const root of roots) {
          const paths = globPaths(root, glob, '(?:\\.[^/]*|/index\\.[^/]*)?$');
          const reached = paths && `^(?=${below.slice(1)})${language}${paths.slice(1)}`;
          found.hide({ name: 'hugo-cascade', from, unless, ...(!isHidden && { shows: true }) }, reached, setting);
        }
      };
      const isDraft = draft === undefined ? published !== undefined && !isOn(published) : isOn(draft);
      if ((draft ?? published) !== undefined) add(isDraft, ['draft', 'published'], 'cascade.draft');
      const { render, list } = lowerKeys(build);
      const isHidden = /^(?:never|false|link)$/.test(`${render}`) || /^(?:never|false)$/.test(`${list}`);
      if (build !== undefined) add(isHidden, ['build'], 'cascade.build');
      for (const key of ['expirydate', 'publishdate', 'unpublishdate', 'headless'])
        if (key in others) found.leave(from, `cascade.${key}`);
    }
  }

  /** A section that is a draft, and what it hands down. */
  function hideSection(from: string): void {
    const text = folder.read(from);
    if (!/cascade|draft|published/i.test(text)) return;
    const { header, isWhole } = parseHeader(from, text);
    if (!isWhole) found.leave(from, posix.basename(from));
    const { cascade, draft, published = true } = lowerKeys(header);
    const [, language = ''] = sectionName.exec(from) ?? [];
    const all = belowFolder(folderOf(from));
    const below = languages.has(language) ? `^(?=${ofLanguage(language)})${all.slice(1)}` : all;
    // A section that hands down `draft` is a draft itself, unless it says otherwise.
    const isHandedDown = toList(cascade)
      .map(lowerKeys)
      .some(({ draft, target, _target: other = target }) => isOn(draft) && other === undefined);
    if (isOn(draft) || (draft === undefined && (!isOn(published) || isHandedDown)))
      found.hide({ name: isHandedDown ? 'hugo-cascade' : 'hugo-draft-section', from }, below, 'draft');
    if (cascade !== undefined) hideCascade(from, below, cascade);
  }
};

/** What a mount has of the content; nothing of one for something else. */
function toSource(mount: Settings, under: (path: unknown, otherwise: string) => string): PageSource[] {
  const { source, target } = mount;
  if (typeof source !== 'string' || !/^content(?:\/|$)/.test(`${target}`)) return [];
  const [files = [], more = [], others = []] = ['files', 'includefiles', 'excludefiles'].map((key) =>
    toTexts(mount[key]),
  );
  const include = [...more, ...files.filter((glob) => !glob.startsWith('!'))];
  const exclude = [...others, ...files.flatMap((glob) => (glob.startsWith('!') ? glob.slice(1).trim() : []))];
  return [{ folders: [under(source, '')], exclude, ...(include.length > 0 && { include }) }];
}

/** The folder of the site, and its settings: of a file beside the content, and of those of `config/`, whose names are keys. */
function readSite(folder: DialectFolder): { site: string; files: [from: string, settings: Settings][] } {
  const own = folder.find(settingsNames);
  const config = folder.find(['config']) ?? 'config';
  const isConfig = folder.names(posix.join(config, '_default')).size > 0;
  const parts = folder.content.split('/');
  const above = parts.includes('content') ? parts.slice(0, parts.indexOf('content')).join('/') : folder.folder;
  const usual = folder.folder === folder.content ? above : folder.folder;
  const site = own !== null ? folderOf(own) : isConfig ? folderOf(config) : usual;
  const inFolders = ['config/_default', 'config/production'].flatMap((part) =>
    folder.matching(posix.join(site, part), settingsEnd),
  );
  const all = [...(own === null ? [] : [own]), ...inFolders];
  const files = all.map((from): [string, Settings] => {
    const settings = folder.readSettings(from);
    const [key = ''] = posix.basename(from).split('.');
    return [from, /^(?:hugo|config)$/.test(key) ? settings : { [key]: settings }];
  });
  return { site, files };
}

const settingsEnd = /\.(?:toml|ya?ml|json)$/;

const settingsNames = ['hugo', 'config'].flatMap((name) =>
  ['toml', 'yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`),
);

const sectionName = /(?:^|\/)_index(?:\.([\w-]+))?\.[a-z]+$/i;

function isOn(value: unknown): boolean {
  return /^(?:true|1|t)$/i.test(`${value}`);
}

function matches(glob: unknown, text: string): boolean {
  const source = typeof glob === 'string' ? globPaths('', glob, '$') : null;
  return source === null || new RegExp(source, 'i').test(text);
}

/** A mapping with its keys in lower case, as Hugo reads them; an empty one for another value. */
function lowerKeys(value: unknown): Settings {
  return Object.fromEntries(Object.entries(toSettings(value) ?? {}).map(([key, own]) => [key.toLowerCase(), own]));
}
