import { posix } from 'node:path';
import type { RuleCollector } from '../collect-rules.ts';
import { belowFolder, globPaths } from '../glob-paths.ts';
import type { DialectFolder } from '../open-folder.ts';
import { hideBySources } from '../page-sources.ts';
import { toList, toSettings, toTexts } from '../parse-settings.ts';

/** What Hexo would not publish. */
export function hides({ content, find, folder, readSettings }: DialectFolder, found: RuleCollector): void {
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
}
