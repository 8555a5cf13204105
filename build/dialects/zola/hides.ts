import { posix } from 'node:path';
import type { RuleCollector } from '../collect-rules.ts';
import { belowFolder, folderOf, globPaths } from '../glob-paths.ts';
import type { DialectFolder } from '../open-folder.ts';
import { hideBySources } from '../page-sources.ts';
import { parseHeader, toTexts } from '../parse-settings.ts';

/** What Zola would not publish. */
export function hides({ content, files, find, folder, read, readSettings }: DialectFolder, found: RuleCollector): void {
  const from = find(['zola.toml', 'config.toml']) ?? posix.join(folder, 'config.toml');
  hideBySources(found, { program: 'zola', from, content }, [{ folders: [posix.join(folderOf(from), 'content')] }]);
  for (const glob of toTexts(readSettings(from).ignored_content)) {
    // Of the whole path on disk; `*` matches `/` too.
    const paths = globPaths('', posix.join('**', glob));
    found.hide({ name: 'zola-ignored', from }, paths, glob);
  }
  for (const file of files.filter((path) => /(?:^|\/)_index\.(?:[\w-]+\.)?md$/.test(path)))
    if (parseHeader(file, read(file)).header.draft === true)
      found.hide({ name: 'zola-section', from: file }, belowFolder(posix.join(posix.dirname(file), '.')), 'draft');
}
