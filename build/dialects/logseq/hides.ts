import { posix } from 'node:path';
import type { RuleCollector } from '../collect-rules.ts';
import { atPath, belowFolder } from '../glob-paths.ts';
import type { DialectFolder } from '../open-folder.ts';

/** What Logseq would not publish of a graph. */
export function hides({ folder, read }: DialectFolder, found: RuleCollector): void {
  const from = posix.join(folder, 'logseq/config.edn');
  const settings = read(from).replace(/;[^\n]*/g, '');
  const [, hidden = ''] = /:hidden\s+\[([^[\]]*)\]/.exec(settings) ?? [];
  for (const [, path = ''] of hidden.matchAll(/"([^"\n]+)"/g))
    found.hide({ name: 'logseq-hidden', from }, atPath(posix.join(folder, path).replace(/^\/|\/$/g, '')), path);
  if (/:publishing\/all-pages-public\?\s+false/.test(settings))
    found.hide({ name: 'logseq-public', from, unless: ['public'] }, belowFolder(folder), '');
}
