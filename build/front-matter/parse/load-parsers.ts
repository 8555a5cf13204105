import { createRequire } from 'node:module';
import type matter from 'gray-matter';
import { lazy } from '../../package/lazy.ts';

const require = createRequire(import.meta.url);

/** Each is loaded with the first front matter that needs it. `require` takes ES modules from Node 20.19 on. */
export const loadMatter = lazy(() => require('gray-matter') as typeof matter);
export const loadYaml = lazy(() => require('yaml') as typeof import('yaml'));
export const loadToml = lazy(() => require('toml-eslint-parser') as typeof import('toml-eslint-parser'));
