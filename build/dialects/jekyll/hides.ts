import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { belowFolder, escapePattern, fnmatchPaths, folderOf, toTop } from '../glob-paths.ts';
import { hideBySources } from '../page-sources.ts';
import { toList, toSettings, toTexts } from '../parse-settings.ts';

export const ways: readonly HidingWay[] = [
  ['`published: false`', 'read', 'published'],
  ['`_drafts`', 'read', 'drafts-folder'],
  ['a date ahead', 'read', 'date'],
  ['`defaults`: `published: false` for a path and a type', 'read', 'jekyll-defaults'],
  ['`exclude`, and what it has by default; `include` takes back', 'read', 'jekyll-exclude'],
  [
    'files and folders that begin with `_`, `.`, `#`, `~`, or end with `~`; `include` takes back',
    'read',
    'jekyll-special-names',
  ],
  ['`source`: what lies outside', 'read', 'jekyll-path'],
  ['`collections_dir`: `_posts` and collections outside', 'read', 'jekyll-special-names'],
  ['`collections` without `output: true`', 'read', 'jekyll-collections'],
  ['files in `_posts` without a date in their name', 'read', 'jekyll-post-names'],
  ['`limit_posts`', 'reported', 'which posts it excludes changes with each new one'],
  ['`show_drafts`, `future`, `unpublished`', 'not applicable', 'they show more; what is hidden stays so'],
  ['`keep_files`, `sitemap: false`', 'not applicable', 'these hide no page'],
  ['more files of settings, on the command line (`--config`)', 'not applicable', 'the command line is not known'],
  ['plugins', 'not applicable', 'these are programs'],
];

/** What Jekyll would not publish. */
export const hides: FindHidden = ({ content, find, readSettings }, found) => {
  const from = find(['_config.yml', '_config.yaml', '_config.toml']) ?? find(['Gemfile', 'gems.rb']);
  const settings = from === null || !posix.basename(from).startsWith('_') ? {} : readSettings(from);
  // Another program has a file of the same name.
  if (from === null || 'public_dir' in settings || 'source_dir' in settings) return;
  const { collections, include, exclude, limit_posts: limit = 0 } = settings;
  const [[source = '.'], [folder = '']] = [toTexts(settings.source), toTexts(settings.collections_dir)];
  const site = toTop(posix.join(folderOf(from), source));
  const below = belowFolder(site);
  const start = belowFolder(toTop(posix.join(site, folder)));
  const all: [string, unknown][] = Array.isArray(collections)
    ? toTexts(collections).map((name) => [name, {}])
    : Object.entries(toSettings(collections) ?? {});
  const labels = all.filter(([label]) => label !== 'posts' && label !== 'drafts').map(([label]) => `_${label}`);
  if (settings.source !== undefined) hideBySources(found, { program: 'jekyll', from, content }, [{ folders: [site] }]);
  // Files and folders with the first characters of what is no page, unless they have a meaning there or are included.
  const included = toTexts(include);
  const toNames = (names: readonly string[]): string =>
    `(?:${names.map((name) => escapePattern(name.replace(/^\/|\/$/g, ''))).join('|')})(?:/|$)`;
  const meant = [
    `(?<=${start}(?:[^/]+/)*)(?:_posts|_drafts)(?:/|$)`,
    ...(labels.length > 0 ? [`(?<=${start})${toNames(labels)}`] : []),
    ...(included.length > 0 ? [toNames(included)] : []),
  ];
  const special = `(?!${meant.join('|')})(?:[._#~][^/]*|[^/]*~)`;
  found.hide({ name: 'jekyll-special-names', from }, `${below}(?:[^/]+/)*${special}(?:/|$)`, 'include');
  for (const [label, own] of all)
    if (label !== 'posts' && toSettings(own)?.output !== true)
      found.hide({ name: 'jekyll-collections', from }, `${start}_${escapePattern(label)}/`, 'collections');
  const posts = '(?:[^/]+/)*_posts/(?:[^/]+/)*';
  found.hide({ name: 'jekyll-post-names', from }, `${below}${posts}(?!\\d{2,4}-\\d{1,2}-\\d{1,2}-)[^/]*$`, 'posts');
  const rule = { name: 'jekyll-exclude', from };
  for (const pattern of [...toTexts(exclude), ...alwaysExcluded].filter((each) => !included.includes(each)))
    found.hide(rule, toPaths(pattern), 'exclude');
  for (const pattern of included) found.hide({ ...rule, shows: true }, `${toPaths(pattern)}$`, 'include');
  hideDefaults();
  if (limit !== 0) found.leave(from, 'limit_posts');

  /** Patterns match what only begins with them too. */
  function toPaths(pattern: string): string {
    const text = pattern.replace(/^\.?\//, '');
    return `${below}(?:${fnmatchPaths('', text).slice(1)}|${escapePattern(text)})`;
  }

  /**
   * `published` in the defaults of paths and types, which counts for posts and in collections: a longer path wins, then one with a type,
   * then the later one.
   */
  function hideDefaults(): void {
    const sets = toList(settings.defaults).flatMap((set) => {
      const { scope, values } = toSettings(set) ?? {};
      const { path = '', type = '' } = toSettings(scope) ?? {};
      const { published } = toSettings(values) ?? {};
      return published === undefined ? [] : [{ path: `${path}`.replace(/^\//, ''), type: `${type}`, published }];
    });
    sets.sort((a, b) => a.path.length - b.path.length || Number(a.type !== '') - Number(b.type !== ''));
    for (const { path, type, published } of sets) {
      const reached = path.includes('*') ? toPaths(path) : `${below}${escapePattern(path)}`;
      const isShown = published !== false && published !== null;
      const defaults = { name: 'jekyll-defaults', from: `${from}`, unless: ['published'] };
      const paths = `^(?=${toType(type)})${reached.slice(1)}`;
      found.hide({ ...defaults, ...(isShown && { shows: true }) }, paths, 'defaults');
    }
  }

  function toType(type: string): string {
    if (type === '') return `${below}(?:[^/]+/)*_`;
    if (/^(?:posts?|drafts?)$/.test(type)) return `${below}(?:[^/]+/)*_${type.replace(/s$/, '')}s/`;
    return `${start}_${escapePattern(type)}/`;
  }
};

const alwaysExcluded = ['vendor/bundle/', 'vendor/cache/', 'vendor/gems/', 'vendor/ruby/'];
