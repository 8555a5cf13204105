import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

type Hast = typeof import('hast-util-from-html') & typeof import('hast-util-sanitize');

let loaded: Hast | null = null;

/**
 * The HTML parser and the sanitiser, loaded with the first HTML of an author: loading them takes as long as rendering fifty
 * articles. `require` takes ES modules from Node 20.19 on.
 */
export function loadHast(): Hast {
  loaded ??= { ...require('hast-util-from-html'), ...require('hast-util-sanitize') } as Hast;
  return loaded;
}
