import { posix } from 'node:path';
import { collectRules } from '../collect-rules.ts';
import { atPath, belowFolder, globPaths, toTop } from '../glob-paths.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';
import { readTexts } from '../page-sources.ts';
import { parseSettings, toTexts } from '../parse-settings.ts';
import { readCode } from '../read-code.ts';

/** What Obsidian Publish, Quartz and Digital Garden would not publish of a vault. */
export function hides({ content, find, names, read }: DialectFolder): HiddenPaths {
  const found = collectRules();
  const from = find(['quartz.config.ts']);
  if (from !== null) {
    // Its folder of notes, or a part of that.
    const notes = posix.join(posix.dirname(from), 'content');
    const vault = `${content}/`.startsWith(`${notes}/`) || names(notes).size > 0 ? notes : content;
    const code = readCode(read(from) ?? '');
    for (const glob of code
      .properties('ignorePatterns')
      .flatMap((value) => readTexts(found, from, 'ignorePatterns', value)))
      found.hide({ name: 'obsidian-ignore', from }, globPaths(vault, glob), glob);
    for (const below of new Set([toTop(posix.dirname(from)), vault])) {
      const file = posix.join(below, '.gitignore');
      found.hide({ name: 'obsidian-gitignore', from: file }, { lines: read(file) ?? '', below }, '');
    }
    if (code.calls('ExplicitPublish').length > 0)
      found.hide({ name: 'obsidian-publish', from, unless: ['publish'] }, belowFolder(vault), '');
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
