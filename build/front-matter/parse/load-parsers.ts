import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loaded with the first front matter that is written so: few folders hold any. `require` takes ES modules from Node 20.19 on. */
export const loadToml = once<typeof import('toml-eslint-parser')>('toml-eslint-parser');
export const loadJson = once<typeof import('jsonc-parser')>('jsonc-parser');

function once<T>(name: string): () => T {
  let loaded: T | null = null;
  return () => {
    loaded ??= require(name) as T;
    return loaded;
  };
}
