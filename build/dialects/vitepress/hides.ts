import { posix } from 'node:path';
import { collectRules } from '../collect-rules.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';
import { hideBySources, readTexts, withPaths } from '../page-sources.ts';
import { readCode } from '../read-code.ts';

/** What VitePress would not publish, or VuePress. */
export function hides({ content, folder, names, read }: DialectFolder): HiddenPaths {
  const found = collectRules();
  const [press = ''] = ['.vitepress', '.vuepress'].filter((name) => names(folder).has(name));
  const paths = [press, `${press}/config`].flatMap((path) =>
    [...names(posix.join(folder, path))].sort().map((name) => posix.join(folder, path, name)),
  );
  const from = paths.find((path) => /\/(?:config|config\/index)\.[cm]?[jt]s$/.test(path)) ?? posix.join(folder, press);
  const settings = readCode(withPaths(read(from) ?? ''));
  const texts = (name: string): string[] =>
    settings.properties(name).flatMap((value) => readTexts(found, from, name, value));
  const [srcDir = '.'] = texts('srcDir');
  const exclude =
    press === '.vitepress' ? ['**/dist/**', ...texts('srcExclude'), '**/*\\[*\\]*.md', '**/*\\[*\\]*/**'] : [];
  const include = texts(press === '.vitepress' ? '-' : 'pagePatterns');
  const source = { folders: [posix.join(folder, srcDir)], exclude, ...(include.length > 0 && { include }) };
  hideBySources(found, { program: 'vitepress', from, content: found.unread.length === 0 ? content : null }, [source]);
  return found;
}
