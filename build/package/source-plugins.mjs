import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { yamlAsJson } from './yaml-as-json.mjs';

/** A file with `?raw` behind its name is imported as its text. */
const raw = {
  name: 'raw',
  resolveId: (id, importer) => (id.includes('?') ? join(dirname(importer), id) : null),
  load: (id) =>
    id.endsWith('?raw') ? `export default ${JSON.stringify(readFileSync(id.slice(0, -4), 'utf8'))}` : null,
};

/** So that the bundler finds what sources load on demand with the `require` that they make for themselves. */
const onDemand = {
  name: 'on-demand',
  transform: (code, id) =>
    id.endsWith('.ts') && code.includes('createRequire(import.meta.url)')
      ? code.replaceAll('createRequire(import.meta.url)', 'require').replace('const require = require;', '')
      : null,
};

/** The parser of JavaScript that js-yaml takes if it is there, which no front matter reaches. */
const withoutEsprima = {
  name: 'without-esprima',
  load: (id) => (/[\\/]node_modules[\\/]esprima[\\/]/.test(id) ? 'module.exports = undefined;' : null),
};

/** What the bundler needs to read the sources. */
export const sourcePlugins = [onDemand, raw, yamlAsJson, withoutEsprima];
