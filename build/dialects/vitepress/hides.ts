import { posix } from 'node:path';
import type { RuleCollector } from '../collect-rules.ts';
import type { DialectFolder } from '../open-folder.ts';
import { hideBySources } from '../page-sources.ts';

/** What VitePress would not publish, or VuePress. */
export function hides({ readCode, content, folder, matching, names }: DialectFolder, found: RuleCollector): void {
  const [press = ''] = ['.vitepress', '.vuepress'].filter((name) => names(folder).has(name));
  const at = posix.join(folder, press);
  const [from = at] = [...matching(at, configName), ...matching(posix.join(at, 'config'), configName)];
  const settings = readCode(from);
  const texts = (name: string): string[] =>
    settings.properties(name).flatMap((value) => found.readTexts(from, name, value));
  const [srcDir = '.'] = texts('srcDir');
  const exclude =
    press === '.vitepress' ? ['**/dist/**', ...texts('srcExclude'), '**/*\\[*\\]*.md', '**/*\\[*\\]*/**'] : [];
  const include = texts(press === '.vitepress' ? '-' : 'pagePatterns');
  const source = { folders: [posix.join(folder, srcDir)], exclude, ...(include.length > 0 && { include }) };
  hideBySources(found, { program: 'vitepress', from, content: found.unread.length === 0 ? content : null }, [source]);
}

const configName = /^(?:config|index)\.[cm]?[jt]s$/;
