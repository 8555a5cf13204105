import { posix } from 'node:path';
import { collectRules } from '../collect-rules.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';
import { hideBySources, readTexts, withPaths } from '../page-sources.ts';
import { readCode } from '../read-code.ts';

/** What Contentlayer and Velite would not read. */
export function hides({ content, folder, names, read }: DialectFolder): HiddenPaths {
  const found = collectRules();
  const name =
    [...names(folder)].sort().find((each) => /^(?:contentlayer|velite)\.config\.[cm]?[jt]s$/.test(each)) ?? '';
  const from = posix.join(folder, name);
  const settings = readCode(withPaths(read(from) ?? ''));
  const texts = (...keys: string[]): string[] =>
    keys.flatMap((key) => settings.properties(key).flatMap((value) => readTexts(found, from, key, value)));
  const isVelite = name.startsWith('velite');
  const [root = isVelite ? 'content' : '.'] = texts(isVelite ? 'root' : 'contentDirPath');
  const include = isVelite ? texts('pattern') : texts('filePathPattern');
  const parts = texts('contentDirInclude');
  const source = {
    folders: [posix.join(folder, root)],
    include,
    exclude: isVelite ? ['**/_*'] : texts('contentDirExclude'),
  };
  if (include.length === 0) found.hide({ name: '', from }, null, isVelite ? 'pattern' : 'filePathPattern');
  const isKnown = found.unread.length === 0;
  hideBySources(found, { program: 'next', from, content: isKnown ? content : null }, [
    { ...source, ...(parts.length > 0 && { include: parts.map((part) => `${part}/**`) }) },
  ]);
  return found;
}
