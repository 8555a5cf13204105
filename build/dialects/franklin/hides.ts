import { posix } from 'node:path';
import { collectRules } from '../collect-rules.ts';
import { atPath } from '../glob-paths.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';

/** What Franklin would not publish: what `ignore` in its settings names. */
export function hides({ folder, read }: DialectFolder): HiddenPaths {
  const found = collectRules();
  const from = posix.join(folder, 'config.md');
  const [, list = ''] = /^(?:@def[ \t]+)?ignore[ \t]*=[ \t]*\[([^\]]*)\]/m.exec(read(from) ?? '') ?? [];
  for (const [, isPattern, path = ''] of list.matchAll(/(r?)"([^"\n]+)"/g))
    found.hide(
      { name: 'franklin-ignore', from },
      isPattern ? null : atPath(posix.join(folder, path.replace(/\/$/, ''))),
      path,
    );
  return found;
}
