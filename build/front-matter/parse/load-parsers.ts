import { createRequire } from 'node:module';
import type matter from 'gray-matter';

const require = createRequire(import.meta.url);

/** Each is loaded with the first front matter that needs it. `require` takes ES modules from Node 20.19 on. */
export const loadMatter = loader<typeof matter>('gray-matter');
export const loadYaml = loader<typeof import('yaml')>('yaml');
export const loadToml = loader<typeof import('toml-eslint-parser')>('toml-eslint-parser');
export const loadJson = loader<typeof import('jsonc-parser')>('jsonc-parser');

function loader<T>(name: string): () => T {
  let loaded: T | null = null;
  return () => {
    loaded ??= require(name) as T;
    return loaded;
  };
}
