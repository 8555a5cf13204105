import { createRequire } from 'node:module';
import type matter from 'gray-matter';

const require = createRequire(import.meta.url);

/** Loaded with the first front matter that `readPlainLines` leaves: loading them takes as long as reading a thousand files. */
let loaded: { matter: typeof matter; yaml: typeof import('yaml') } | null = null;

/** The packages that read front matter. */
export function loadYaml(): NonNullable<typeof loaded> {
  loaded ??= { matter: require('gray-matter'), yaml: require('yaml') };
  return loaded;
}
