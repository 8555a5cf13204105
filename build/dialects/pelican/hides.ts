import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { atPath, belowFolder } from '../glob-paths.ts';
import { hideBySources } from '../page-sources.ts';
import { toSettings } from '../parse-settings.ts';
import { code } from '../read-code.ts';
import { readPython } from '../read-python.ts';

export const ways: readonly HidingWay[] = [
  ['`Status: draft`, `hidden`, `skip`', 'read', 'status'],
  ['`ARTICLE_EXCLUDES`, `PAGE_EXCLUDES`, `IGNORE_FILES`', 'read', 'pelican-exclude'],
  ['`PATH`, `ARTICLE_PATHS`, `PAGE_PATHS`: what lies outside', 'read', 'pelican-path'],
  ['`status` in `DEFAULT_METADATA` and `EXTRA_PATH_METADATA`', 'read', 'pelican-metadata'],
  ['`status` in `PATH_METADATA` and `FILENAME_METADATA`', 'reported', 'they are named'],
  ['`WITH_FUTURE_DATES = False`', 'not applicable', 'an article appears at its date'],
];

/** What Pelican would not publish, by the settings with which it publishes. */
export const hides: FindHidden = ({ content, folder, matching, read }, found) => {
  const files = [/^publishconf.*\.py$/, /^pelicanconf.*\.py$/].flatMap((pattern) => matching(folder, pattern));
  if (files.length === 0) return;
  const settings = files.map((file) => readPython(read(file)));
  const [from = ''] = files.slice(-1);
  const get = (name: string): unknown => settings.flatMap((assigned) => assigned(name).slice(-1))[0];
  const texts = (name: string, usual: readonly string[]): string[] => {
    const value = get(name);
    return value === undefined ? [...usual] : found.readTexts(from, name, value);
  };
  const [path = 'content'] = texts('PATH', []);
  const top = posix.isAbsolute(path) ? content : posix.join(folder, path);
  const [articles, pages] = [texts('ARTICLE_PATHS', ['']), texts('PAGE_PATHS', ['pages'])];
  for (const name of ['ARTICLE_EXCLUDES', 'PAGE_EXCLUDES'])
    for (const each of texts(name, []))
      found.hide({ name: 'pelican-exclude', from }, atPath(posix.join(top, each)), name);
  const folders = [...articles, ...pages].map((each) => posix.join(top, each));
  const exclude = texts('IGNORE_FILES', []).map((glob) => `**/${glob.replace(/^\*\*\//, '')}`);
  const isKnown = found.unread.length === 0;
  hideBySources(found, { program: 'pelican', from, content: isKnown ? content : null }, [{ folders, exclude }]);
  const rule = { name: 'pelican-metadata', from, unless: ['status'] };
  if (isHidden(get('DEFAULT_METADATA'))) found.hide(rule, belowFolder(top), 'DEFAULT_METADATA');
  const extra = get('EXTRA_PATH_METADATA');
  if (extra === code) found.hide(rule, null, 'EXTRA_PATH_METADATA');
  for (const [each, metadata] of Object.entries(toSettings(extra) ?? {}))
    if (isHidden(metadata)) found.hide(rule, atPath(posix.join(top, each)), each);
  for (const name of ['PATH_METADATA', 'FILENAME_METADATA'])
    if (texts(name, []).some((pattern) => pattern.includes('<status>'))) found.hide(rule, null, name);
};

/** Whether metadata has a status that hides. */
function isHidden(metadata: unknown): boolean {
  const pairs = Array.isArray(metadata) ? metadata : Object.entries(toSettings(metadata) ?? {});
  return pairs.some((pair) => Array.isArray(pair) && pair[0] === 'status' && pair[1] !== 'published');
}
