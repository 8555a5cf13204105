import { join } from 'node:path';
import { lazy } from '../package/lazy.ts';
import { memoize } from '../package/memoize.ts';
import { namesAtTop, readSettings } from '../source/content-folders.ts';
import { markdownName } from '../source/source-file.ts';
import type { Sign } from './dialect.ts';
import { globPaths } from './glob-paths.ts';

/** A folder, and whether it has what shows a program. Each file is read once, however many programs have it. */
export function openSigns(folder: string): { folder: string; has(sign: Sign): boolean } {
  const namesIn = memoize(namesAtTop);
  const read = memoize((path: string) => readSettings(path));
  // Most names are those of articles, and no glob is tried on them.
  const others = lazy(() => Array.from(namesIn(folder)).filter((name) => !markdownName.test(name)));
  return { folder, has };

  function has(sign: Sign): boolean {
    const [name, holds] = typeof sign === 'string' ? [sign] : sign;
    return matching(name).some((path) => holds === undefined || holds.test(read(join(folder, path))));
  }

  function matching(name: string): string[] {
    if (!/[*{]/.test(name)) {
      const [first = '', second] = name.split('/', 2);
      const isThere = namesIn(folder).has(first) && (second === undefined || namesIn(join(folder, first)).has(second));
      return isThere ? [name] : [];
    }
    const pattern = new RegExp(globPaths('', name, '$') ?? '$.');
    return others().filter((other) => pattern.test(other));
  }
}
