import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { belowFolder, escapePattern } from '../glob-paths.ts';
import { hideBySources } from '../page-sources.ts';
import { toSettings } from '../parse-settings.ts';
import { code } from '../read-code.ts';

export const ways: readonly HidingWay[] = [
  ['`srcExclude`, `pagePatterns`; `dist` and pages such as `[id].md`', 'read', 'vitepress-exclude'],
  ['`srcDir`: what lies outside', 'read', 'vitepress-path'],
  ['`encrypt` of the theme Hope: `global`, and addresses in `config`', 'read', 'vitepress-encrypted'],
  ['`password` in a header', 'read', 'password'],
  ['`rewrites`, `search: false`', 'not applicable', 'the page is there, at another address or out of the search'],
];

/** What VitePress would not publish, or VuePress. */
export const hides: FindHidden = ({ readCode, content, folder, matching, names }, found) => {
  const [press = ''] = ['.vitepress', '.vuepress'].filter((name) => names(folder).has(name));
  const at = posix.join(folder, press);
  const [from = at] = [
    ...matching(at, configName),
    ...matching(posix.join(at, 'config'), configName),
    ...matching(folder, /^vuepress\.config\.[cm]?[jt]s$/),
  ];
  const settings = readCode(from);
  const texts = (name: string): string[] =>
    settings.properties(name).flatMap((value) => found.readTexts(from, name, value));
  const [srcDir = '.'] = texts('srcDir');
  if (press !== '.vitepress') for (const file of [from, ...matching(at, /^theme\.[cm]?[jt]s$/)]) hideEncrypted(file);
  const exclude =
    press === '.vitepress' ? ['**/dist/**', ...texts('srcExclude'), '**/*\\[*\\]*.md', '**/*\\[*\\]*/**'] : [];
  const include = texts(press === '.vitepress' ? '-' : 'pagePatterns');
  const source = { folders: [posix.join(folder, srcDir)], exclude, ...(include.length > 0 && { include }) };
  hideBySources(found, { program: 'vitepress', from, content: found.unread.length === 0 ? content : null }, [source]);

  /** What the theme Hope encrypts: addresses that begin with some text. Their passwords are not read. */
  function hideEncrypted(from: string): void {
    const rule = { name: 'vitepress-encrypted', from };
    for (const encrypt of readCode(from).properties('encrypt')) {
      const { global, config = {} } = toSettings(encrypt) ?? { config: code };
      if (global !== undefined && global !== false) found.hide(rule, belowFolder(folder), '');
      for (const address of Object.keys(toSettings(config) ?? { '...': code }))
        if (!address.startsWith('/')) found.leave(from, 'encrypt.config');
        else {
          const path = address.slice(1).replace(/\.html$/, '.');
          found.hide(rule, `^${escapePattern(posix.join(folder, path))}`, '');
        }
    }
  }
};

const configName = /^(?:config|index)\.[cm]?[jt]s$/;
