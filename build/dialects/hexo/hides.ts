import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { belowFolder, globPaths } from '../glob-paths.ts';
import { hideBySources } from '../page-sources.ts';
import { toList, toSettings, toTexts } from '../parse-settings.ts';

export const ways: readonly HidingWay[] = [
  ['`published: false`', 'read', 'published'],
  ['`_drafts`, also with `render_drafts`', 'read', 'drafts-folder'],
  ['files and folders that begin with `_` or a dot, without `include`', 'read', 'hexo-underscore'],
  ['`skip_render`, `exclude`, `ignore` in `_config.yml`', 'read', 'hexo-exclude'],
  ['`source_dir`: what lies outside', 'read', 'hexo-path'],
  ['`password`', 'read', 'password'],
  ['`encrypt.tags` of the plugin hexo-blog-encrypt', 'read', 'hexo-encrypted'],
  ['`future: false`', 'not applicable', 'an article appears at its date'],
  ['`sitemap: false`, `layout: false`', 'not applicable', 'the page is there'],
];

/** What Hexo would not publish. */
export const hides: FindHidden = ({ content, find, folder, readSettings }, found) => {
  const from = find(['_config.yml', '_config.yaml', '_config.json']) ?? posix.join(folder, '_config.yml');
  const { source_dir, skip_render, exclude, include, ignore, encrypt } = readSettings(from);
  // Of the plugin hexo-blog-encrypt. An empty password in a header takes it back.
  const words = toList(toSettings(encrypt)?.tags).map((tag) => `${toSettings(tag)?.name}`.toLowerCase());
  for (const key of encrypt ? ['tags', 'tag'] : [])
    found.hide({ name: 'hexo-encrypted', from, unless: ['password'], where: { key, words } }, belowFolder(''), '');
  const [name = 'source'] = toTexts(source_dir);
  const source = posix.join(posix.dirname(from), name);
  const underscore = { name: 'hexo-underscore', from };
  found.hide(underscore, globPaths(source, '**/_*'), 'include');
  for (const glob of toTexts(include)) found.hide({ ...underscore, shows: true }, globPaths(source, glob), glob);
  // In the folder of posts, no setting shows them.
  found.hide({ ...underscore, shows: true }, globPaths(source, '_posts'), 'include');
  found.hide(underscore, globPaths(source, '_posts/**/_*'), 'include');
  const globs = [...toTexts(skip_render), ...toTexts(exclude), ...toTexts(ignore)];
  hideBySources(found, { program: 'hexo', from, content }, [{ folders: [source], exclude: globs }]);
};
