// The client for readers: a script, its types, and a package with both, the loader for Astro, the store in a file and feeds.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { typesOf, withoutImports } from './bundle-types.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The first number is that of the API. npm has no package of this name from us: it is installed by its address. */
const manifest = {
  name: 'galley-client',
  version: '1.0.0',
  description: 'Reads an article API of Galley.',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  // What reads no `exports`, such as TypeScript with moduleResolution node10, finds the others by their names.
  main: './client.js',
  types: './client.d.ts',
  exports: Object.fromEntries(
    [
      ['.', 'client'],
      ['./astro', 'astro'],
      ['./file', 'file'],
      ['./feed', 'feed'],
    ].map(([name, file]) => [name, { types: `./${file}.d.ts`, default: `./${file}.js` }]),
  ),
};

export async function bundleClient() {
  const client = `// @ts-self-types="./client.d.ts"\n${await bundle('client')}`;
  const types = ['core/article', 'client/types', 'client/problem-error', 'client/memory-store', 'client'];
  const files = {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    LICENSE: readFileSync(at('LICENSE'), 'utf8'),
    'client.js': client,
    'client.d.ts': types.map((path) => withoutValues(withoutImports(typesOf(path)))).join(''),
    'astro.js': await bundle('client/astro'),
    'astro.d.ts': typesOf('client/astro').replace('../client.ts', './client.js'),
    'file.js': await bundle('client/file-store'),
    'file.d.ts': typesOf('client/file-store').replace('../client.ts', './client.js'),
    'feed.js': `// @ts-self-types="./feed.d.ts"\n${await bundle('client/feed')}`,
    'feed.d.ts': typesOf('client/feed').replace('../client.ts', './client.js'),
  };
  mkdirSync(at('dist/client'), { recursive: true });
  // The package of Galley exports the same.
  for (const name of Object.keys(files).filter((each) => /\.(?:js|d\.ts)$/.test(each)))
    writeFileSync(at(`dist/client/${name}`), files[name]);
  const zipped = gzipSync(toTar(files), { level: 9 });
  // Of no operating system (RFC 1952 section 2.3.1): Node writes its own there.
  zipped[9] = 255;
  writeFileSync(at('dist/client/client.tgz'), zipped);
}

/** One script, which imports the client beside it and packages. */
async function bundle(name) {
  const isClient = (id) => id === at('src/client.ts');
  const external = (id, importer) => importer !== undefined && (isClient(id) || /^(?:node:|astro)/.test(id));
  const made = await rolldown({ input: at(`src/${name}.ts`), platform: 'browser', external });
  const { output } = await made.generate({ minify: true, paths: (id) => (isClient(id) ? './client.js' : id) });
  // Notes for other bundlers, which leave this file as it is.
  return output[0].code.replaceAll('/* @__PURE__ */', '');
}

/** Types without constants: values of the core are none of the client. */
function withoutValues(types) {
  return types.replace(/(?:\/\*\*.*\*\/\n)?^export declare const .*\n/gm, '');
}

/** A tar archive (ustar of POSIX.1-1988) of texts, below the folder that npm expects, with the time that npm gives each file. */
function toTar(files) {
  const blocks = Object.entries(files).map(([name, text]) => {
    const content = Buffer.from(text);
    const block = Buffer.alloc(512 * (1 + Math.ceil(content.length / 512)));
    const fields = [
      [0, `package/${name}`],
      ...[108, 116].map((at) => [at, '0000000']),
      [100, '0000644'],
      [124, content.length.toString(8).padStart(11, '0')],
      [136, (499_162_500).toString(8).padStart(11, '0')],
      // The sum counts itself as spaces.
      [148, ' '.repeat(8)],
      [156, '0'],
      [257, 'ustar'],
      [263, '00'],
    ];
    for (const [at, text] of fields) block.write(text, at, 'latin1');
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0`, 148, 'latin1');
    content.copy(block, 512);
    return block;
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
