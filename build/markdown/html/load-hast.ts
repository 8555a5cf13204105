import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface Hast {
  parse: typeof import('parse5').parseFragment;
  toTree: typeof import('hast-util-from-parse5').fromParse5;
  sanitize: typeof import('hast-util-sanitize').sanitize;
}

let loaded: Hast | null = null;

/**
 * The HTML parser and the sanitiser, loaded with the first HTML of an author: loading them takes as long as rendering fifty
 * articles. `require` takes ES modules from Node 20.19 on.
 */
export function loadHast(): Hast {
  loaded ??= {
    parse: require('parse5').parseFragment,
    toTree: require('hast-util-from-parse5').fromParse5,
    sanitize: require('hast-util-sanitize').sanitize,
  };
  return loaded;
}
