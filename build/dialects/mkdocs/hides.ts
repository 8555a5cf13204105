import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { belowFolder, fnmatchPaths, toTop } from '../glob-paths.ts';
import { hideBySources } from '../page-sources.ts';
import { type Settings, toList, toSettings, toTexts } from '../parse-settings.ts';

export const ways: readonly HidingWay[] = [
  ['`exclude_docs`, `draft_docs`; `templates` and names that begin with a dot', 'read', 'mkdocs-exclude'],
  ['`glob` and `regex` of the plugins `exclude` and `excluder`', 'read', 'mkdocs-plugin'],
  ['`docs_dir`: what lies outside', 'read', 'mkdocs-path'],
  ['`password` in a header', 'read', 'password'],
  ['`global_password`, `level` and `_global` of the plugin encryptcontent', 'read', 'mkdocs-encrypted'],
  ['`INHERIT`', 'read', 'mkdocs-exclude'],
  ['`draft: true` of the plugin `blog`', 'read', 'draft'],
  ['`draft_if_future_date`', 'not applicable', 'an article appears at its date'],
  ['`.meta.yml` of the plugin `meta`, and `hooks`', 'reported', 'they are named'],
  ['`nav`, `not_in_nav`, `.pages`', 'not applicable', 'the page is there'],
  ['`README.md` beside `index.md`', 'not applicable', 'it has no date'],
];

/** What MkDocs would not publish, with its plugins that exclude files. */
export const hides: FindHidden = ({ content, folder, matching, readSettings }, found) => {
  const files = matching(folder, /^mkdocs[^/]*\.ya?ml$/);
  const usual = files.filter((file) => /(?:^|\/)mkdocs\.ya?ml$/.test(file)).reverse();
  // Of files with other names, each is for a site of its own.
  const all = usual.length > 0 ? usual.slice(0, 1) : files;
  const sources = all.map((from) => ({ folders: [hideBySettings(from)] }));
  const [from] = all;
  if (from !== undefined) hideBySources(found, { program: 'mkdocs', from, content }, sources);

  /** Gives the folder of its pages. */
  function hideBySettings(from: string): string {
    const settings = parse(from);
    // Of a value from the environment, the last one is the usual one.
    const name = toTexts(settings.docs_dir).at(-1) ?? 'docs';
    const docs = posix.join(folder, name);
    const lines = ['.*', '/templates/', ...toTexts(settings.exclude_docs)].join('\n');
    found.hide({ name: 'mkdocs-exclude', from }, { lines, below: toTop(docs) }, 'exclude_docs');
    const [drafts = ''] = toTexts(settings.draft_docs);
    found.hide({ name: 'mkdocs-exclude', from }, { lines: drafts, below: toTop(docs) }, 'draft_docs');
    for (const [plugin, options] of toPlugins(settings.plugins)) {
      const rule = { name: 'mkdocs-plugin', from };
      if (plugin === 'meta') found.hide(rule, null, '.meta.yml');
      if (plugin === 'encryptcontent') hideEncrypted(from, docs, options);
      if (!/^(?:exclude|excluder|file-filter)$/.test(plugin)) continue;
      for (const glob of toTexts(options.glob ?? options.exclude_glob))
        found.hide(rule, fnmatchPaths(docs, glob), glob);
      for (const regex of toTexts(options.regex ?? options.exclude_regex))
        found.hide(rule, `${belowFolder(docs)}(?:${regex})`, regex);
    }
    if (settings.hooks !== undefined) found.leave(from, 'hooks');
    return docs;
  }

  /** Pages with a password of all, unless their header has another one or none; and those with a level. */
  function hideEncrypted(from: string, docs: string, options: Settings): void {
    const rule = { name: 'mkdocs-encrypted', from };
    const [file] = toTexts(options.password_file);
    const levels = { ...toSettings(options.password_inventory), ...(file && readSettings(posix.join(folder, file))) };
    if (options.global_password != null) found.hide({ ...rule, unless: ['password'] }, belowFolder(docs), '');
    if ('_global' in levels) found.hide({ ...rule, unless: ['level'] }, belowFolder(docs), '');
    for (const key of ['level', 'use_secret']) found.hide({ ...rule, where: { key } }, belowFolder(docs), '');
  }

  /** With what it inherits. */
  function parse(path: string, left = 5): Settings {
    const own = readSettings(path);
    const [base] = left > 0 ? toTexts(own.INHERIT) : [];
    return base === undefined ? own : { ...parse(posix.join(posix.dirname(path), base), left - 1), ...own };
  }
};

/** Plugins with their options: a list of names and mappings, or one mapping. */
function toPlugins(value: unknown): [string, Settings][] {
  return toList(value).flatMap((each) =>
    typeof each === 'string'
      ? [[each, {}]]
      : Object.entries(toSettings(each) ?? {}).map(([name, options]) => [name, toSettings(options) ?? {}]),
  );
}
