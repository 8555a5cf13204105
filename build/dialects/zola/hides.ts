import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { belowFolder, folderOf, globPaths } from '../glob-paths.ts';
import { hideBySources } from '../page-sources.ts';
import { parseHeader, toTexts } from '../parse-settings.ts';

export const ways: readonly HidingWay[] = [
  ['`draft = true`', 'read', 'draft'],
  ['`render = false` of a page', 'read', 'render'],
  ['`draft = true` in `_index.md`: all that is below', 'read', 'zola-section'],
  ['`ignored_content` in `config.toml`', 'read', 'zola-ignored'],
  ['what lies outside of `content`', 'read', 'zola-path'],
  ['`render = false` in `_index.md`, `transparent`, `in_search_index`', 'not applicable', 'the pages are there'],
  ['pages without a date in a section that is sorted by it', 'not applicable', 'they are no articles'],
];

/** What Zola would not publish. */
export const hides: FindHidden = ({ content, files, find, folder, read, readSettings }, found) => {
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
};
