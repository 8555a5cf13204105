import { posix } from 'node:path';
import { collectRules } from '../collect-rules.ts';
import { belowFolder, globPaths } from '../glob-paths.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';
import { parseHeader, parseSettings, toTexts } from '../parse-settings.ts';

/** What Zola would not publish. */
export function hides({ files, find, folder, read }: DialectFolder): HiddenPaths {
  const found = collectRules();
  const from = find(['zola.toml', 'config.toml']) ?? posix.join(folder, 'config.toml');
  const settings = parseSettings(from, read(from) ?? '');
  if (settings === null) found.unread.push({ file: from, setting: 'ignored_content' });
  for (const glob of toTexts(settings?.ignored_content)) {
    // Of the whole path on disk; `*` matches `/` too.
    const paths = globPaths('', posix.join('**', glob));
    found.hide({ name: 'zola-ignored', from }, paths, glob);
  }
  for (const file of files.filter((path) => /(?:^|\/)_index\.(?:[\w-]+\.)?md$/.test(path)))
    if (parseHeader(file, read(file) ?? '').header.draft === true)
      found.hide({ name: 'zola-section', from: file }, belowFolder(posix.join(posix.dirname(file), '.')), 'draft');
  return found;
}
