import { posix } from 'node:path';
import { collectRules } from '../collect-rules.ts';
import { globPaths, toTop } from '../glob-paths.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';
import { hideBySources, type PageSource, readTexts, withPaths } from '../page-sources.ts';
import { toSettings } from '../parse-settings.ts';
import { readCode } from '../read-code.ts';

/** What Astro would not publish: names with `_`, and what the loaders of its collections do not match. */
export function hides({ content, folder, names, read }: DialectFolder): HiddenPaths {
  const found = collectRules();
  const fileOf = (path: string, name: RegExp): string | undefined => {
    const file = [...names(posix.join(folder, path))].sort().find((each) => name.test(each));
    return file === undefined ? undefined : posix.join(folder, path, file);
  };
  const config = fileOf('', /^astro\.config\./) ?? folder;
  const [srcDir = 'src'] = readTexts(
    found,
    config,
    'srcDir',
    readCode(withPaths(read(config) ?? '')).properties('srcDir')[0],
  );
  const src = posix.join(folder, srcDir);
  const from = fileOf(srcDir, /^content\.config\./) ?? fileOf(`${srcDir}/content`, /^config\.[cm]?[jt]s$/) ?? config;
  const code = readCode(withPaths(read(from) ?? ''));
  const sources = code.calls('docsLoader').map((): PageSource => ({ folders: [`${src}/content/docs`], include: docs }));
  for (const [options] of code.calls('glob')) {
    const { base = '.', pattern } = toSettings(options) ?? { base: options };
    const include = readTexts(found, from, 'pattern', pattern);
    for (const each of readTexts(found, from, 'base', base))
      sources.push({ folders: [posix.join(folder, each)], ...(include.length > 0 && { include }) });
  }
  const bases = sources.flatMap(({ folders }) => folders);
  for (const each of [posix.join(src, 'content'), posix.join(src, 'pages'), ...bases])
    found.hide({ name: 'astro-underscore', from }, globPaths(each, '**/_*'), '');
  // A base holds what its patterns match alone. So does the folder of collections, if all are known.
  const isKnown = found.unread.length === 0 && code.calls('defineCollection').length === sources.length;
  for (const within of [...bases, ...(isKnown ? [posix.join(src, 'content')] : [])])
    if (toTop(within) !== folder) hideBySources(found, { program: 'astro', from, content, within }, sources);
  return found;
}

const docs = ['**/[^_]*.{md,mdx,markdown}'];
