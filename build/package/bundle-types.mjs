// The types of what the package exports, in one file for all entries: TypeScript writes a file for each source.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** Where `npm run build` has TypeScript write them. */
const emitted = at('node_modules/.cache/galley-types/src');

/** The types of one source, by its path in `src/`. */
export function typesOf(path) {
  return readFileSync(join(emitted, `${path}.d.ts`), 'utf8');
}

/**
 * Writes `dist/src/types.d.ts` and a file for each entry that exports its names from there. Exported names are unique in the
 * sources, so that files can stand one after another without what they import of each other.
 */
export function bundleTypes(entries) {
  const paths = reach(entries);
  const texts = paths.map(typesOf);
  const ofOthers = new Map();
  for (const [, names, from] of texts.join('').matchAll(/^import (?:type )?\{([^}]*)\} from '([^.][^']*)';$/gm))
    ofOthers.set(from, new Set([...(ofOthers.get(from) ?? []), ...toNames(names)]));
  const imports = Array.from(ofOthers, ([from, names]) => `import type { ${[...names].join(', ')} } from '${from}';\n`);
  write('types', [...imports, ...texts.map(withoutImports)].join(''));
  for (const entry of entries) {
    const names = [...namesOf(typesOf(entry))].sort().join(', ');
    const from = relative(dirname(entry), 'types') || 'types';
    write(entry, `export { ${names} } from '${from.startsWith('.') ? from : `./${from}`}.js';\n`);
  }
}

/** Types without what they import and export of others. */
export function withoutImports(types) {
  return types.replace(/^(?:import|export(?= (?:type )?[{*])) [^;]*;\n/gm, '').replace(/import\("\.[^"]*"\)\./g, '');
}

/** All sources whose types these need, themselves included. */
function reach(entries) {
  const found = new Set(entries);
  for (const path of found) {
    for (const [, name] of typesOf(path).matchAll(/(?:from |import\()["'](\.[^"']+)\.ts["']/g))
      found.add(join(dirname(path), name));
  }
  return [...found].sort();
}

/** What a file exports: what it declares, and what it takes from others. */
function namesOf(types) {
  const declared = Array.from(
    types.matchAll(/^export (?:declare )?(?:abstract )?(?:class|const|function|interface|type) (\w+)/gm),
    ([, name]) => name,
  );
  const taken = Array.from(types.matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, names]) => toNames(names));
  return new Set([...declared, ...taken.flat()]);
}

/** Names between braces. */
function toNames(text) {
  const names = text.split(',').map((name) => name.trim().replace(/^type /, ''));
  return names.filter((name) => name !== '');
}

function write(path, text) {
  const file = at(`dist/src/${path}.d.ts`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
