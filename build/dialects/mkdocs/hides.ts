import { posix } from 'node:path';
import type { RuleCollector } from '../collect-rules.ts';
import { belowFolder, fnmatchPaths, toTop } from '../glob-paths.ts';
import type { DialectFolder } from '../open-folder.ts';
import { hideBySources } from '../page-sources.ts';
import { type Settings, toList, toSettings, toTexts } from '../parse-settings.ts';

/** What MkDocs would not publish, with its plugins that exclude files. */
export function hides({ content, folder, readSettings }: DialectFolder, found: RuleCollector): void {
  const from = posix.join(folder, 'mkdocs.yml');
  const settings = parse(from);
  const [name = 'docs'] = toTexts(settings.docs_dir);
  const docs = posix.join(folder, name);
  const lines = ['.*', '/templates/', ...toTexts(settings.exclude_docs)].join('\n');
  found.hide({ name: 'mkdocs-exclude', from }, { lines, below: toTop(docs) }, 'exclude_docs');
  const [drafts = ''] = toTexts(settings.draft_docs);
  found.hide({ name: 'mkdocs-exclude', from }, { lines: drafts, below: toTop(docs) }, 'draft_docs');
  for (const [plugin, options] of toPlugins(settings.plugins)) {
    const rule = { name: 'mkdocs-plugin', from };
    if (plugin === 'meta') found.hide(rule, null, '.meta.yml');
    if (!/^(?:exclude|excluder|file-filter)$/.test(plugin)) continue;
    for (const glob of toTexts(options.glob ?? options.exclude_glob)) found.hide(rule, fnmatchPaths(docs, glob), glob);
    for (const regex of toTexts(options.regex ?? options.exclude_regex))
      found.hide(rule, `${belowFolder(docs)}(?:${regex})`, regex);
  }
  if (settings.hooks !== undefined) found.leave(from, 'hooks');
  hideBySources(found, { program: 'mkdocs', from, content }, [{ folders: [docs] }]);

  /** With what it inherits. */
  function parse(path: string, left = 5): Settings {
    const own = readSettings(path);
    const [base] = left > 0 ? toTexts(own.INHERIT) : [];
    return base === undefined ? own : { ...parse(posix.join(posix.dirname(path), base), left - 1), ...own };
  }
}

/** Plugins with their options: a list of names and mappings, or one mapping. */
function toPlugins(value: unknown): [string, Settings][] {
  return toList(value).flatMap((each) =>
    typeof each === 'string'
      ? [[each, {}]]
      : Object.entries(toSettings(each) ?? {}).map(([name, options]) => [name, toSettings(options) ?? {}]),
  );
}
