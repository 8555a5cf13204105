import { posix } from 'node:path';
import { collectRules, type RuleCollector } from '../collect-rules.ts';
import { atPath, belowFolder, globPaths, toTop } from '../glob-paths.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';
import { hideBySources, readTexts } from '../page-sources.ts';
import { parseSettings, toSettings, toTexts } from '../parse-settings.ts';
import { readCode } from '../read-code.ts';

/** What Obsidian Publish, Quartz and Digital Garden would not publish of a vault. */
export function hides({ content, find, names, read }: DialectFolder): HiddenPaths {
  const found = collectRules();
  const from = find(['quartz.config.yaml', 'quartz.config.ts']);
  if (from !== null) {
    const site = toTop(posix.dirname(from));
    // The folder of its notes; only these are published. A vault with such settings is that itself.
    const notes = posix.join(site, 'content');
    const vault = `${content}/`.startsWith(`${notes}/`) || names(notes).size > 0 ? notes : site;
    const { ignored, asks } = readQuartz(from, read(from) ?? '', found);
    for (const glob of ignored) found.hide({ name: 'obsidian-ignore', from }, globPaths(vault, glob), glob);
    for (const below of new Set([site, vault])) {
      const file = posix.join(below, '.gitignore');
      found.hide({ name: 'obsidian-gitignore', from: file }, { lines: read(file) ?? '', below }, '');
    }
    if (asks) found.hide({ name: 'obsidian-publish', from, unless: ['publish'] }, belowFolder(vault), '');
    hideBySources(found, { program: 'obsidian', from, content }, [{ folders: [vault] }]);
  }
  const settings = find(['.obsidian']);
  if (settings === null) return found;
  const vault = toTop(posix.dirname(settings));
  const json = (name: string) => parseSettings(name, read(posix.join(settings, name)) ?? '');
  for (const folder of toTexts(json('publish.json')?.excluded))
    found.hide(
      { name: 'obsidian-excluded', from: posix.join(settings, 'publish.json') },
      atPath(posix.join(vault, folder)),
      folder,
    );
  const plugins = posix.join(settings, 'community-plugins.json');
  if (/"digitalgarden"/.test(read(plugins) ?? ''))
    found.hide({ name: 'obsidian-garden', from: plugins, unless: ['dg-publish'] }, belowFolder(vault), '');
  return found;
}

/** What Quartz ignores, and whether it asks for `publish: true`. */
function readQuartz(from: string, text: string, found: RuleCollector): { ignored: string[]; asks: boolean } {
  if (from.endsWith('.ts')) {
    const code = readCode(text);
    const ignored = code.properties('ignorePatterns');
    const [, filters = ''] = /\bfilters\s*:\s*\[([^\]]*)/.exec(text) ?? [];
    if (/\w\(/.test(filters.replace(/\b(?:RemoveDrafts|ExplicitPublish)\(/g, '')))
      found.unread.push({ file: from, setting: 'filters' });
    return {
      ignored: ignored.flatMap((value) => readTexts(found, from, 'ignorePatterns', value)),
      asks: code.calls('ExplicitPublish').length > 0,
    };
  }
  const settings = parseSettings(from, text);
  if (settings === null) found.hide({ name: '', from }, null, 'ignorePatterns');
  const { plugins = [] } = settings ?? {};
  const asks = [plugins].flat().some((plugin) => {
    const { source, enabled } = toSettings(plugin) ?? {};
    return enabled === true && `${toTexts(source)}`.endsWith('explicit-publish');
  });
  return { ignored: toTexts(toSettings(settings?.configuration)?.ignorePatterns), asks };
}
