import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { globPaths, toTop } from '../glob-paths.ts';
import { hideBySources, type PageSource } from '../page-sources.ts';
import { toSettings } from '../parse-settings.ts';

export const ways: readonly HidingWay[] = [
  ['`draft: true`, in templates and in Starlight', 'read', 'draft'],
  ['files and folders that begin with `_` in `src/content` and `src/pages`', 'read', 'astro-underscore'],
  [
    '`glob({ pattern, base })` and `docsLoader()` in `src/content.config.ts`: what no pattern matches',
    'read',
    'astro-path',
  ],
  [
    'filters in calls of `getCollection`',
    'not applicable',
    'they are code of a page; what they ask for is mostly `draft`',
  ],
];

/** What Astro would not publish: names with `_`, and what the loaders of its collections do not match. */
export const hides: FindHidden = ({ readCode, content, folder, matching }, found) => {
  const [config = folder] = matching(folder, /^astro\.config\./);
  const [srcDir = 'src'] = found.readTexts(config, 'srcDir', readCode(config).properties('srcDir')[0]);
  const src = posix.join(folder, srcDir);
  const [from = config] = [
    ...matching(src, /^content\.config\./),
    ...matching(posix.join(src, 'content'), /^config\.[cm]?[jt]s$/),
  ];
  const settings = readCode(from);
  const sources = settings
    .calls('docsLoader')
    .map((): PageSource => ({ folders: [`${src}/content/docs`], include: docs }));
  for (const [options] of settings.calls('glob')) {
    const { base = '.', pattern } = toSettings(options) ?? { base: options };
    const include = found.readTexts(from, 'pattern', pattern);
    for (const each of found.readTexts(from, 'base', base))
      sources.push({ folders: [posix.join(folder, each)], ...(include.length > 0 && { include }) });
  }
  const bases = sources.flatMap(({ folders }) => folders);
  for (const each of [posix.join(src, 'content'), posix.join(src, 'pages'), ...bases])
    found.hide({ name: 'astro-underscore', from }, globPaths(each, '**/_*'), '');
  // A base holds what its patterns match alone. So does the folder of collections, if all are known.
  const isKnown = found.unread.length === 0 && settings.calls('defineCollection').length === sources.length;
  for (const within of [...bases, ...(isKnown ? [posix.join(src, 'content')] : [])])
    if (toTop(within) !== folder) hideBySources(found, { program: 'astro', from, content, within }, sources);
};

const docs = ['**/[^_]*.{md,mdx,markdown}'];
