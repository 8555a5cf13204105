// Makes `dist/`, all that users run: the command, its server in one file, the adapters and the client. Packages are bundled, so that
// whoever installs Galley needs no other package, and loading takes half as many files.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { bundleClient } from './bundle-client.mjs';
import { bundleTypes } from './bundle-types.mjs';
import { listLicenses } from './list-licenses.mjs';
import { sourcePlugins } from './source-plugins.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const dist = at('dist');
const options = { platform: 'node', plugins: sourcePlugins, checks: { eval: false, ineffectiveDynamicImport: false } };
/** Packages that few commands need, or few articles: each is a file of its own, which is loaded on demand. */
const onDemand = ['gemoji', 'parse5', 'toml-eslint-parser', 'yaml'];
/** What is loaded together: these files, with all that they import and no chunk above has. */
const chunks = [
  ['start', /build\/cli\/(?:commands|run-process)\.ts$/],
  [
    'build',
    /build\/cli\/build\.ts$|build\/pipeline\/workers\/|build\/dialects\/(?:index|match-paths)\.ts$|\/fast-glob\//,
  ],
  ['hides', /build\/dialects\//],
  ['describe', /build\/release\/description\//],
  ['operate', /src\/adapters\/node\/(?:metrics|hooks|workers)\//],
  ['serve', /build\/cli\/(?:serve|start|dev)\.ts$/],
  ['preview-link', /node_modules\/jose\//],
  ['commands', /build\/cli\/(?!main\.ts)/],
].map(([name, test]) => ({ name, test }));
/** What `exports` of the package names, but for the Worker, which is one file. */
const entries = [
  'index',
  'adapters/bun',
  'adapters/deno',
  'adapters/fetch',
  'adapters/lambda',
  'adapters/node',
  'storage/s3',
];
/** All that is written, for the licenses of what is in it. */
const written = [];

const before = new Map(filesOf(dist).map((file) => [file, statSync(file).mtimeMs]));
await bundleCommand();
await bundleServer();
await bundleAdapters();
await bundleClient();
bundleTypes([...entries, 'adapters/cloudflare']);
writeFileSync(at('dist/THIRD-PARTY.txt'), listLicenses(written));
// What an earlier build left, only once all is written: a command may be running.
for (const [file, time] of before) if (statSync(file).mtimeMs === time) rmSync(file);

function filesOf(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function bundleCommand() {
  const input = Object.fromEntries(onDemand.map((name) => [name, name]));
  const packages = await rolldown({ platform: 'node', input });
  const names = { entryFileNames: 'part-[hash].cjs', chunkFileNames: 'part-[hash].cjs' };
  const loaded = (await packages.write({ dir: at('dist/build'), format: 'cjs', ...names })).output;
  const fileOf = new Map(loaded.map(({ name, fileName }) => [name, fileName]));
  const bundle = await rolldown({
    ...options,
    input: { cli: at('build/cli/main.ts'), worker: at('build/pipeline/workers/worker.ts') },
    external: onDemand,
  });
  const { output } = await bundle.generate({
    chunkFileNames: 'part-[hash].js',
    codeSplitting: { groups: chunks },
    paths: (id) => (fileOf.has(id) ? `./${fileOf.get(id)}` : id),
  });
  for (const { fileName, code } of inlineFacades(output)) writeFileSync(at(`dist/build/${fileName}`), code);
  written.push(...output, ...loaded);
}

/** Without the files that only give names to what a chunk exports: `import()` takes these from the chunk. */
function inlineFacades(output) {
  const facade = /^export \{ ([^}]*) \} from "(\.\/part-[^"]*)";\s*$/;
  const found = new Map(output.map(({ fileName, code }) => [fileName, facade.exec(code)]));
  const inline = (all, name) => {
    const [, names, from] = found.get(name) ?? [];
    if (names === undefined) return all;
    const members = names
      .split(', ')
      .map((each) => each.split(' as '))
      .map(([own, given = own]) => `${given}: all.${own}`);
    return `import("${from}").then((all) => ({ ${members.join(', ')} }))`;
  };
  return output
    .filter(({ fileName }) => !found.get(fileName))
    .map((chunk) => ({ ...chunk, code: chunk.code.replace(/import\("\.\/(part-[^"]*)"\)/g, inline) }));
}

/** The command `serve` alone, with all that it needs: for images that hold nothing else. */
async function bundleServer() {
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const names = await rolldown({ ...options, input: at('build/dialects/index.ts') });
  const file = at('node_modules/.cache/galley/dialects.mjs');
  await names.write({ file, codeSplitting: false });
  const { dialectNames, loadHidingRules } = await import(pathToFileURL(file));
  const rules = JSON.stringify(await loadHidingRules());
  /** Beside this file there is no package, and only the names of dialects matter. */
  const modules = {
    [at('build/package/package.ts')]: `export const readPackage = () => (${JSON.stringify({ version })});`,
    [at('build/dialects/index.ts')]:
      `export const dialectNames = ${JSON.stringify(dialectNames)}, loadHidingRules = async () => ${rules};`,
  };
  const alone = { name: 'alone', load: (id) => modules[id] ?? null };
  const bundle = await rolldown({ ...options, input: at('build/cli/server.ts'), plugins: [alone, ...sourcePlugins] });
  const { output } = await bundle.write({ file: at('dist/server.js'), codeSplitting: false });
  written.push(...output);
}

/** The adapters. What runs outside of Node shares no chunk with what needs Node. */
async function bundleAdapters() {
  const input = Object.fromEntries(entries.map((name) => [name, at(`src/${name}.ts`)]));
  const groups = [
    { name: 'core', test: /src\/(?:adapters\/fetch|storage\/s3)\.ts$/ },
    { name: 'node', test: /src\/(?:index|adapters\/(?:deno|lambda))\.ts$/ },
  ];
  const bundle = await rolldown({ ...options, input });
  const { output } = await bundle.write({
    dir: at('dist/src'),
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups },
  });
  // The Worker in one file, which holds no zod.
  const worker = await rolldown({ input: at('src/adapters/cloudflare.ts'), platform: 'browser' });
  const made = await worker.write({ file: at('dist/src/adapters/cloudflare.js') });
  written.push(...output, ...made.output);
}
