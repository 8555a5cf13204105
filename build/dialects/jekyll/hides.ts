import { posix } from 'node:path';
import { collectRules, type RuleCollector } from '../collect-rules.ts';
import { belowFolder, escapePattern } from '../glob-paths.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';
import { parseSettings, type Settings, toSettings, toTexts } from '../parse-settings.ts';

/** What Jekyll would not publish. */
export function hides({ find, read }: DialectFolder): HiddenPaths {
  const found = collectRules();
  const from = find(['_config.yml', '_config.yaml', '_config.toml']);
  const settings = from === null ? {} : parseSettings(from, read(from) ?? '');
  if (settings === null && from !== null) found.unread.push({ file: from, setting: posix.basename(from) });
  // Another program has a file of the same name.
  if (from === null || settings === null || 'public_dir' in settings || 'source_dir' in settings) return found;
  const { source, collections_dir: folder, collections, limit_posts: limit = 0 } = settings;
  const site = posix.join(posix.dirname(from), typeof source === 'string' ? source : '.');
  const below = belowFolder(site === '.' ? '' : site);
  const start = `${below}${typeof folder === 'string' && folder !== '' ? `${escapePattern(folder)}/` : ''}`;
  const all = Array.isArray(collections)
    ? toTexts(collections).map((name) => [name, {}])
    : Object.entries(toSettings(collections) ?? {});
  const labels = all.map(([label]) => `${label}`).filter((label) => label !== 'posts' && label !== 'drafts');
  const included = toTexts(settings['include']);
  hideSpecial(found, from, below, ['_posts', '_drafts', ...labels.map((label) => `_${label}`), ...included]);
  for (const [label, own] of all)
    if (label !== 'posts' && toSettings(own)?.['output'] !== true)
      found.hide({ name: 'jekyll-collections', from }, `${start}_${escapePattern(`${label}`)}/`, 'collections');
  const posts = '(?:[^/]+/)*_posts/(?:[^/]+/)*';
  found.hide({ name: 'jekyll-post-names', from }, `${below}${posts}(?!\\d{2,4}-\\d{1,2}-\\d{1,2}-)[^/]*$`, 'posts');
  const excluded = [...toTexts(settings['exclude']), ...alwaysExcluded].filter((each) => !included.includes(each));
  for (const pattern of excluded) found.hide({ name: 'jekyll-exclude', from }, toPaths(below, pattern), 'exclude');
  for (const pattern of included)
    found.hide({ name: 'jekyll-exclude', from, shows: true }, `${toPaths(below, pattern)}$`, 'include');
  hideDefaults(found, from, settings, { below, start });
  if (limit !== 0) found.unread.push({ file: from, setting: 'limit_posts' });
  return found;
}

const alwaysExcluded = ['vendor/bundle/', 'vendor/cache/', 'vendor/gems/', 'vendor/ruby/'];

/** Files and folders with the first characters of what is no page, except those that have a meaning or are included. */
function hideSpecial(found: RuleCollector, from: string, below: string, meant: readonly string[]): void {
  const names = meant.map((name) => escapePattern(name.replace(/^\/|\/$/g, '')));
  const special = `(?!(?:${names.join('|')})(?:/|$))(?:[._#~][^/]*|[^/]*~)`;
  found.hide({ name: 'jekyll-special-names', from }, `${below}(?:[^/]+/)*${special}(?:/|$)`, 'include');
}

/** Patterns of Ruby, whose `*` goes over folders, and which match what only begins with them too. */
function toPaths(below: string, pattern: string): string {
  const text = pattern.replace(/^\.?\//, '');
  const glob = text
    .split(/(\*+|\?|\[[^\][/]+\])/)
    .map((part, i) => (i % 2 === 0 ? escapePattern(part) : part[0] === '*' ? '.*' : part === '?' ? '.' : part))
    .join('');
  return `${below}(?:${glob}(?:/|$)|${escapePattern(text)})`;
}

/** `published` in the defaults of paths and types, which counts for posts and in collections: a longer path wins, then one with a type, then the later one. */
function hideDefaults(
  found: RuleCollector,
  from: string,
  { defaults }: Settings,
  { below, start }: { below: string; start: string },
): void {
  const sets = (Array.isArray(defaults) ? defaults : []).flatMap((set) => {
    const { scope, values } = toSettings(set) ?? {};
    const { path = '', type } = toSettings(scope) ?? {};
    const { published } = toSettings(values) ?? {};
    return published === undefined ? [] : [{ path: `${path}`.replace(/^\//, ''), type, published }];
  });
  const ordered = sets.sort(
    (a, b) => a.path.length - b.path.length || Number(a.type !== undefined) - Number(b.type !== undefined),
  );
  for (const { path, type, published } of ordered) {
    const reached = path.includes('*') ? toPaths(below, path) : `${below}${escapePattern(path)}`;
    const ofType = `(?=${toType(type === undefined ? '' : `${type}`, below, start)})`;
    const rule = {
      name: 'jekyll-defaults',
      from,
      unless: ['published'],
      ...(published !== false && published !== null && { shows: true as const }),
    };
    found.hide(rule, `^${ofType}${reached.slice(1)}`, 'defaults');
  }
}

function toType(type: string, below: string, start: string): string {
  if (type === '') return `${below}(?:[^/]+/)*_`;
  if (/^(?:posts?|drafts?)$/.test(type)) return `${below}(?:[^/]+/)*_${type.replace(/s$/, '')}s/`;
  return `${start}_${escapePattern(type)}/`;
}
