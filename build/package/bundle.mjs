// Bundles the command and its worker with zod and yaml: loading their 250 files takes 130 ms longer. Other packages are not bundled.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { dialectNames, hidingRules } from '../../dist/build/dialects/index.js';
import { bundleClient } from './bundle-client.mjs';
import { yamlAsJson } from './yaml-as-json.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const output = at('../../dist/build/');
for (const name of readdirSync(output)) if (name.startsWith('part-')) rmSync(output + name);
/** A file with `?raw` behind its name is imported as its text. */
const raw = {
  name: 'raw',
  resolveId: (id, importer) => (id.includes('?') ? join(dirname(importer), id) : null),
  load: (id) =>
    id.endsWith('?raw') ? `export default ${JSON.stringify(readFileSync(id.slice(0, -4), 'utf8'))}` : null,
};
const onDemand = [at('../front-matter/parse/load-parsers.ts'), at('../problems/near-word.ts')];
/** So that the bundler finds what is loaded on demand here, and that yaml is the one that reads the configuration. */
const found = {
  name: 'found',
  transform: (code, id) =>
    onDemand.includes(id)
      ? code.replace('createRequire(import.meta.url)', 'require').replace('const require = require;', '')
      : null,
};
const bundle = await rolldown({
  input: { cli: at('../cli/main.ts'), worker: at('../pipeline/workers/worker.ts') },
  platform: 'node',
  plugins: [found, raw, yamlAsJson],
  external: (id) => isBuiltin(id) || (/^[^./]/.test(id) && !/^(?:zod|yaml)\b/.test(id)),
});
await bundle.write({ dir: output, entryFileNames: '[name].js', chunkFileNames: 'part-[hash].js' });

// The command `serve` alone, with all that it needs: for images without other packages.
const { version } = JSON.parse(readFileSync(at('../../package.json'), 'utf8'));
/** Beside this file there is no package, and only the names of dialects matter. */
const modules = {
  [at('package.ts')]: `export const readPackage = () => (${JSON.stringify({ version })});`,
  [at('../dialects/index.ts')]:
    `export const dialectNames = ${JSON.stringify(dialectNames)}, hidingRules = ${JSON.stringify(hidingRules)};`,
};
const alone = { name: 'alone', load: (id) => modules[id] ?? null };
const plugins = [alone, found, raw, yamlAsJson];
const server = await rolldown({ input: at('../cli/server.ts'), platform: 'node', plugins });
await server.write({ file: at('../../dist/server.js'), codeSplitting: false });

// The Worker in one file, which holds no zod.
const worker = await rolldown({
  input: at('../../src/adapters/cloudflare.ts'),
  platform: 'browser',
});
await worker.write({ file: at('../../dist/src/adapters/cloudflare.js') });

await bundleClient();
