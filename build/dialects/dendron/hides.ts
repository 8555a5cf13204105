import { posix } from 'node:path';
import { collectRules } from '../collect-rules.ts';
import { atPath, belowFolder, escapePattern } from '../glob-paths.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';
import { parseSettings, toSettings, toTexts } from '../parse-settings.ts';

/** What Dendron would not publish of a workspace. */
export function hides({ folder, read }: DialectFolder): HiddenPaths {
  const found = collectRules();
  const from = posix.join(folder, 'dendron.yml');
  const settings = parseSettings(from, read(from) ?? '');
  if (settings === null) found.hide({ name: '', from }, null, 'publishing');
  const publishing = toSettings(settings?.publishing ?? settings?.site) ?? {};
  const below = belowFolder(folder);
  /** Notes below one in the hierarchy, and itself. */
  const notesOf = (name: string): string => `${below}(?:[^/]+/)*${escapePattern(name)}(?:\\.[^/]*)?\\.md$`;
  const shown = toTexts(publishing.siteHierarchies);
  if (shown.length > 0 && !shown.includes('root')) {
    const rule = { name: 'dendron-hierarchy', from };
    found.hide(rule, below, '');
    for (const name of shown) found.hide({ ...rule, shows: true }, notesOf(name), name);
  }
  for (const [name, options] of Object.entries(toSettings(publishing.hierarchy) ?? {}))
    if (toSettings(options)?.publishByDefault === false)
      found.hide(
        { name: 'dendron-published', from, unless: ['published'] },
        name === 'root' ? below : notesOf(name),
        name,
      );
  const { vaults } = toSettings(settings?.workspace) ?? {};
  for (const vault of Array.isArray(vaults) ? vaults : []) {
    const { fsPath, visibility } = toSettings(vault) ?? {};
    if (visibility === 'private')
      for (const path of toTexts(fsPath))
        found.hide({ name: 'dendron-vault', from }, atPath(posix.join(folder, path)), path);
  }
  return found;
}
