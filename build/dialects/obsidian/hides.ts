import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { atPath, belowFolder, globPaths, toTop } from '../glob-paths.ts';
import { hideBySources } from '../page-sources.ts';
import { toList, toSettings, toTexts } from '../parse-settings.ts';
import { code as unknown } from '../read-code.ts';

export const ways: readonly HidingWay[] = [
  ['`ignorePatterns` in `quartz.config.ts`, or in `.yaml`', 'read', 'obsidian-ignore'],
  ['what lies outside of `content`, in a site of Quartz', 'read', 'obsidian-path'],
  ['`.gitignore`, in a site of Quartz', 'read', 'obsidian-gitignore'],
  ['`Plugin.ExplicitPublish()`, without `publish: true`', 'read', 'obsidian-publish'],
  ['`draft: true`', 'read', 'draft'],
  ['folders that Obsidian Publish excludes, in `.obsidian/publish.json`', 'read', 'obsidian-excluded'],
  ['notes without `dg-publish: true`, where the plugin Digital Garden is on', 'read', 'obsidian-garden'],
  ['`publish: false`, `dg-publish: false`', 'read', 'publish'],
  ['other filters of Quartz', 'reported', 'they are code'],
  ['`userIgnoreFilters` in `.obsidian/app.json`', 'not applicable', 'it is for the search alone'],
];

/** What Obsidian Publish, Quartz and Digital Garden would not publish of a vault. */
export const hides: FindHidden = ({ content, find, names, read, readCode, readSettings }, found) => {
  const from = find(['quartz.config.yaml', 'quartz.config.ts']);
  if (from !== null) {
    const site = toTop(posix.dirname(from));
    // The folder of its notes; only these are published. A vault with such settings is that itself.
    const notes = posix.join(site, 'content');
    const vault = `${content}/`.startsWith(`${notes}/`) || names(notes).size > 0 ? notes : site;
    const { ignored, asks } = readQuartz(from);
    for (const glob of ignored) found.hide({ name: 'obsidian-ignore', from }, globPaths(vault, glob), glob);
    for (const below of new Set([site, vault])) {
      const file = posix.join(below, '.gitignore');
      found.hide({ name: 'obsidian-gitignore', from: file }, { lines: read(file), below }, '');
    }
    if (asks) found.hide({ name: 'obsidian-publish', from, unless: ['publish'] }, belowFolder(vault), '');
    hideBySources(found, { program: 'obsidian', from, content }, [{ folders: [vault] }]);
  }
  const settings = find(['.obsidian']);
  if (settings === null) return;
  const vault = toTop(posix.dirname(settings));
  const publish = posix.join(settings, 'publish.json');
  for (const path of toTexts(readSettings(publish).excluded))
    found.hide({ name: 'obsidian-excluded', from: publish }, atPath(posix.join(vault, path)), path);
  const plugins = posix.join(settings, 'community-plugins.json');
  if (/"digitalgarden"/.test(read(plugins)))
    found.hide({ name: 'obsidian-garden', from: plugins, unless: ['dg-publish'] }, belowFolder(vault), '');

  /** What Quartz ignores, and whether it asks for `publish: true`. */
  function readQuartz(from: string): { ignored: string[]; asks: boolean } {
    if (from.endsWith('.ts')) {
      const code = readCode(from);
      const patterns = code.properties('ignorePatterns').flat();
      const [, filters = ''] = /\bfilters\s*:\s*\[([^[\]]*)/.exec(read(from)) ?? [];
      if (/\w\(/.test(filters.replace(/\b(?:RemoveDrafts|ExplicitPublish)\(/g, ''))) found.leave(from, 'filters');
      return {
        ignored: [...found.readTexts(from, 'ignorePatterns', patterns), ...(patterns.includes(unknown) ? usual : [])],
        asks: code.calls('ExplicitPublish').length > 0,
      };
    }
    const { plugins, configuration } = readSettings(from);
    const asks = toList(plugins).some((plugin) => {
      const { source, enabled } = toSettings(plugin) ?? {};
      return enabled === true && `${toTexts(source)}`.endsWith('explicit-publish');
    });
    return { ignored: toTexts(toSettings(configuration)?.ignorePatterns), asks };
  }
};

/** What a new site of Quartz ignores. */
const usual = ['private', 'templates', '.obsidian'];
