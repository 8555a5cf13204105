import { posix } from 'node:path';
import type { RuleCollector } from '../collect-rules.ts';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { hideBySources, type PageSource } from '../page-sources.ts';
import { type Settings, toSettings } from '../parse-settings.ts';
import { code } from '../read-code.ts';

export const ways: readonly HidingWay[] = [
  ['`draft: true`, `unlisted: true`', 'read', 'draft'],
  ['files and folders that begin with `_`, `exclude`, `__tests__`', 'read', 'docusaurus-exclude'],
  ['`path` and `include` of documentation, posts and pages: what lies outside', 'read', 'docusaurus-path'],
  ['`includeCurrentVersion: false`, `onlyIncludeVersions`', 'read', 'docusaurus-path'],
  ['`sidebar`, `displayed_sidebar: null`', 'not applicable', 'the page is there'],
];

/** What Docusaurus would not publish. Its settings say where documentation, posts and pages are, each perhaps several times. */
export const hides: FindHidden = ({ content, folder, find, readCode }, found) => {
  const from = find(settingsNames) ?? posix.join(folder, 'authors.yml');
  const settings = readCode(from);
  const plugins = ['presets', 'plugins'].flatMap((name) => settings.properties(name).flat());
  // Without settings, the content folder is a blog whose site lies elsewhere.
  const sources = from.endsWith('.yml')
    ? [{ folders: [content], exclude: usuallyExcluded } as PageSource]
    : plugins.flatMap((plugin) => toSources(plugin, from, found));
  if (sources.length === 0) found.leave(from, 'presets');
  const isKnown = found.unread.length === 0;
  // What it excludes where its settings say nothing else holds where they are not known, too.
  if (!isKnown) sources.push({ folders: [posix.dirname(from)], exclude: usuallyExcluded });
  hideBySources(found, { program: 'docusaurus', from, content: isKnown ? content : null }, sources);
};

export const settingsNames = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `docusaurus.config.${ending}`);

const usuallyExcluded = ['**/_*.{md,mdx}', '**/_*/**', '**/__tests__/**'];

/** Of a preset or a plugin: its name, or a list of its name and its options. */
function toSources(plugin: unknown, from: string, found: RuleCollector): PageSource[] {
  const [name, options = {}] = Array.isArray(plugin) ? plugin : [plugin];
  if (typeof name !== 'string') return [];
  // One of the site's own that reads files is mostly a blog.
  const usual = typeof toSettings(options)?.path === 'string' ? 'blog' : undefined;
  const [, only = usual] = /plugin-content-(docs|blog|pages)$/.exec(name) ?? [];
  if (only === undefined && !name.endsWith('classic')) return [];
  if (options === code) found.leave(from, name);
  return usualFolders.flatMap(([kind, usual]) => {
    if (only !== undefined && only !== kind) return [];
    const own = only === undefined ? toSettings(options)?.[kind] : options;
    if (own === false) return [];
    if (own === code) found.leave(from, kind);
    return [toSource(kind, usual, toSettings(own) ?? {}, from, found)];
  });
}

const usualFolders = [
  ['docs', 'docs'],
  ['blog', 'blog'],
  ['pages', 'src/pages'],
] as const;

function toSource(kind: string, usual: string, options: Settings, from: string, found: RuleCollector): PageSource {
  const texts = (name: string): string[] => found.readTexts(from, `${kind}.${name}`, options[name]);
  const [path = usual] = texts('path');
  const [id] = texts('id');
  const versions = texts('onlyIncludeVersions');
  const isOld = options.includeCurrentVersion === false || (versions.length > 0 && !versions.includes('current'));
  const name = id === undefined || id === 'default' ? '' : id;
  const older = versions.length === 0 ? '*' : `version-{${versions}}`;
  const folders = [
    ...(isOld ? [] : [path]),
    ...(kind === 'docs' ? [`${name && `${name}_`}versioned_docs/${older}`] : []),
    `i18n/*/docusaurus-plugin-content-${kind}${name && `-${name}`}${kind === 'docs' ? '/*' : ''}`,
  ];
  return {
    folders: folders.map((each) => posix.join(posix.dirname(from), each)),
    include: 'include' in options ? texts('include') : ['**/*.{md,mdx}'],
    exclude: 'exclude' in options ? texts('exclude') : usuallyExcluded,
  };
}
