import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { belowFolder } from '../glob-paths.ts';
import { hideBySources } from '../page-sources.ts';
import { toSettings } from '../parse-settings.ts';
import { code } from '../read-code.ts';

export const ways: readonly HidingWay[] = [
  ['`ignore` of `gatsby-source-filesystem`', 'read', 'gatsby-exclude'],
  ['folders that no `path` of it names', 'read', 'gatsby-path'],
  [
    '`published: { eq: true }` and the like in the queries of `gatsby-node.js`: files without the name',
    'read',
    'gatsby-query',
  ],
  ['`draft: { ne: true }` in queries', 'read', 'draft'],
  [
    'other filters in queries and in `createPage`',
    'not applicable',
    'they are code; what they ask for is mostly a name above',
  ],
];

/** What Gatsby would not publish. */
export const hides: FindHidden = ({ content, folder, matching, read, readCode }, found) => {
  const [from = folder] = matching(folder, /^gatsby-config\.[cm]?[jt]s$/);
  const plugins = readCode(from).properties('plugins').flat();
  const sources = plugins.flatMap((plugin) => {
    const { resolve, options = {} } = toSettings(plugin) ?? {};
    if (resolve !== 'gatsby-source-filesystem') return [];
    const { path, ignore } = toSettings(options) ?? { path: code };
    const exclude = found.readTexts(from, 'ignore', ignore);
    for (const each of Array.isArray(ignore) ? ignore : [])
      if (each instanceof RegExp) {
        // Of the whole path on disk.
        const source = each.source.startsWith('^') || each.flags.includes('i') ? null : each.source;
        found.hide({ name: 'gatsby-exclude', from }, source, `${each}`);
      }
    const folders = found.readTexts(from, 'path', path).map((each) => posix.join(folder, each));
    return [{ folders, exclude: exclude.map((glob) => glob.replace(/^(?!\*\*)/, '**/')) }];
  });
  // A theme may read folders of its own.
  const hasTheme = plugins.some((plugin) => {
    const name = toSettings(plugin)?.resolve ?? plugin;
    return typeof name === 'string' && name.includes('theme');
  });
  if (plugins.includes(code)) found.leave(from, 'plugins');
  const isKnown = from !== folder && found.unread.length === 0 && !hasTheme;
  sources.push({ folders: [posix.join(folder, 'src/pages')], exclude: [] });
  hideBySources(found, { program: 'gatsby', from, content: isKnown ? content : null }, sources);
  for (const file of matching(folder, /^gatsby-(?:config|node)\.[cm]?[jt]s$/))
    for (const [, name = ''] of read(file).matchAll(asking))
      found.hide({ name: 'gatsby-query', from: file, unless: [name] }, belowFolder(''), name);
};

/** What a query asks for: a file without it is no page. */
const asking = /\b(published|publish|visible|public|draft):\s*\{\s*eq:\s*(?:true|false)\s*\}/g;
