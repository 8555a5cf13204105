import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml, stringify } from 'yaml';
import { blankComments } from '../../build/front-matter/parse/parse-yaml.ts';
import { type RecipeName, recipeNames } from '../../build/recipes/recipes.ts';
import { formatVersion, Index } from '../../src/core/format.ts';
import { isQuick } from '../support/amount.ts';
import { galley } from '../support/command.ts';
import { has, hasCommand } from '../support/needs.ts';
import { hasNjs, njsModule } from '../support/nginx-recipe.ts';
import { makeFolder } from '../support/server.ts';

const hostile = [
  'a b',
  ' a',
  'a ',
  'a"b',
  "a'b",
  'a\\',
  'a\\n"b',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell and Docker read it.
  'a$b${HOME}$(id)',
  'a`id`b',
  'a;id;b',
  'a\nb: c',
  'a\r\nRUN id',
  'a\u2028b',
  "'+process.exit(7)+'",
  '*/a//b',
  '#a{{port}}',
  'a%n%%h',
  'ä–[*]?é',
];

/** What a case hands over, by the setting that is hostile; the folder is the one the recipe is written into. */
const places = ['out', 'keys', 'host', 'folder'] as const;

interface Written {
  values: Record<(typeof places)[number], string>;
  files: Map<string, string>;
}

/** Each file as its own program reads it: throws, or fails, where a value is anything but itself. */
const readers: Record<string, (text: string, values: Written['values']) => Promise<void> | void> = {
  'wrangler.jsonc'(text, { out }) {
    const { assets, name, main, ...rest } = parseYaml(blankComments(text));
    expect([assets.directory, assets.run_worker_first, main]).toEqual([`./${out}`, true, 'src/worker.ts']);
    expect(Object.keys(rest).sort()).toEqual(['$schema', 'compatibility_date', 'minify', 'observability', 'secrets']);
    expect(name).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
  },
  async 'deno/main.mjs'(text, { out, host }) {
    const given: unknown[] = [];
    const body = text.replace(/^import .*$/m, '');
    const make = Object.getPrototypeOf(async () => {}).constructor;
    await make(
      'Deno',
      'createDenoFetch',
      body,
    )({ env: { get: () => undefined }, serve: (options: object) => given.push(options) }, async (options: object) =>
      given.push(options),
    );
    expect(given).toEqual([{ out }, { hostname: host, port: 8787 }]);
  },
  async 'bun/serve.mjs'(text, { out, host }) {
    const given: unknown[] = [];
    const make = Object.getPrototypeOf(async () => {}).constructor;
    const serve = (options: object): number => given.push(options);
    const body = text.replace(/^import .*$/m, '');
    await make('Bun', 'createBunFetch', body)({ serve }, async (options: object) => options);
    expect(given).toEqual([{ hostname: host, port: 8787, fetch: { out } }]);
  },
  'lambda/template.yaml'(text) {
    expect(Object.keys(parseYaml(text.replaceAll(/!\w+ /g, '')))).toEqual([
      ...['AWSTemplateFormatVersion', 'Transform', 'Parameters', 'Resources', 'Outputs'],
    ]);
  },
  'galley.yml'(text, { out }) {
    const steps: { with?: { path?: string } }[] = parseYaml(text).jobs.publish.steps;
    const paths = steps.flatMap((step) => step.with?.path ?? []);
    expect(paths).toEqual([`node_modules/.cache/galley\n${out}`, `node_modules/.cache/galley\n${out}`]);
    expect(out).not.toMatch(/[!#*?[$]/);
  },
  'compose.yaml'(text) {
    const { services } = parseYaml(text);
    expect([Object.keys(services), services.galley.ports]).toEqual([['galley'], ['127.0.0.1:8787:8787']]);
    expect(services.galley.image).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
  },
  'kubernetes/Dockerfile'(text) {
    expect(text.match(/^[A-Z]+ /gm)).toEqual(['FROM ', 'ENV ', 'COPY ', 'USER ', 'ENTRYPOINT ']);
  },
  Dockerfile(text, { out }) {
    const words = text.split('\n').filter((line) => /^[A-Z]/.test(line));
    expect(words.map((line) => line.split(' ')[0])).toEqual(
      'FROM WORKDIR COPY RUN COPY RUN FROM ENV WORKDIR COPY COPY RUN VOLUME USER EXPOSE HEALTHCHECK ENTRYPOINT CMD'.split(
        ' ',
      ),
    );
    const copied = JSON.parse(/^COPY --from=build (\[.*\])$/m.exec(text)?.[1] ?? '');
    expect(copied).toEqual([`/app/${out}`, out]);
    // What Docker reads for variables, patterns and escapes.
    expect(copied.join('')).not.toMatch(/[$*?[\\\n]/);
  },
  '.dockerignore'(text, { out, keys }) {
    const lines = text.split('\n').map((line) => line.trim());
    expect(lines.slice(1)).toEqual(['.git', '.env', 'node_modules', `/${out}/api`, `/${out}/media`, keys, '']);
    expect(lines.slice(1).join('')).not.toMatch(/[!#*?[\\]/);
  },
  'nginx/galley.conf'(text, { folder, keys }) {
    expect(quoted(text, 'js_import galley from')).toBe(`${folder}/nginx/galley.js`);
    expect(quoted(text, 'js_preload_object galleyKeys from')).toBe(join(folder, keys));
  },
  'systemd/galley@.service'(text, { folder, keys }) {
    const of = (name: string): string[] =>
      text.split('\n').flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1).trim()] : []));
    expect(of('WorkingDirectory')).toEqual([folder]);
    expect(of('LoadCredential')).toEqual([`galley.keys.json:${join(folder, keys)}`]);
    // Specifiers, and lines that go on in the next.
    expect(folder + keys).not.toMatch(/[%\\\n]/);
  },
};

/** A text in double quotes as nginx reads it. */
function quoted(text: string, directive: string): string | undefined {
  return new RegExp(`^${directive} "([^"\\\\$]*)";$`, 'm').exec(text)?.[1];
}

async function init(name: RecipeName, place: string, value: string): Promise<{ written: Written | null; err: string }> {
  const folder =
    place === 'folder' ? join(await makeFolder(), value.replaceAll('/', '-')) : join(await makeFolder(), 'a');
  await mkdir(folder);
  const values = {
    out: 'public',
    keys: 'galley.keys.json',
    host: '127.0.0.1',
    ...(place !== 'folder' && { [place]: value }),
    folder,
  };
  const { folder: _, ...settings } = values;
  await writeFile(
    join(folder, 'galley.config.yaml'),
    stringify({ site: 'https://a.example', ...settings }, { lineWidth: 0 }),
  );
  const { code, err } = await galley(folder, ['init', name]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== 'galley.config.yaml')
    .map(({ parentPath, name: file }) => relative(folder, join(parentPath, file)));
  expect([code, paths.length > 0]).toEqual([err === '' ? 0 : 2, err === '']);
  if (err !== '') return { written: null, err };
  const files = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const),
  );
  return { written: { values, files: new Map(files) }, err };
}

/** A quick run takes a few of them for each recipe and place. */
const some = (shift: number) => hostile.filter((_, i) => !isQuick || (i + shift) % 4 === 0);

describe.each(recipeNames)('galley init %s', { tags: ['scaled'] }, (name) => {
  test.each(places)('holds whatever %s is as data, or refuses it with its place', async (place) => {
    let [held, refused] = [0, 0];
    const values = some(recipeNames.indexOf(name) + places.indexOf(place));
    for (const value of values) {
      const { written, err } = await init(name, place, value);
      if (written === null) {
        refused++;
        if (place === 'folder')
          expect(err).toMatch(/^Found the folder ".*", which cannot be written into \S+\. .*\. Move the folder\.\n$/s);
        else
          expect(err).toMatch(
            new RegExp(
              `^galley\\.config\\.yaml: ${place}: found ".*", which cannot be written into \\S+\\. Expected .*\n  at galley\\.config\\.yaml:\\d:\\d+\\n$`,
              's',
            ),
          );
        continue;
      }
      held++;
      for (const [path, text] of written.files) {
        const read = Object.entries(readers).find(([end]) => path.endsWith(end))?.[1];
        await read?.(text, written.values);
      }
    }
    expect(held + refused).toBe(values.length);
    // Of each language: those that can say every text refuse none, and the others say those that people have.
    if (['cloudflare', 'deno', 'bun', 'lambda'].includes(name) || place === 'host') expect(refused).toBe(0);
    if (!isQuick) expect(held).toBeGreaterThan(0);
  });
});

test('those are 648 cases', () => {
  expect(recipeNames.length * places.length * hostile.length).toBe(648);
});

test('the place of a refused setting is its line and column', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'galley.config.yaml'), '# Ours\nport: 1\nout:   "a$b"\n');
  expect(await galley(folder, ['init', 'docker'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^galley\.config\.yaml: out: found "a\$b", which cannot be written into \S+\. .*\n {2}at galley\.config\.yaml:3:8\n$/,
    ),
  });
});

test('a port at the end of their range has a neighbour, and a folder of digits is a name', async () => {
  const folder = join(await makeFolder(), '2026');
  await mkdir(folder);
  await writeFile(join(folder, 'galley.config.yaml'), 'port: 65535\n');
  await galley(folder, ['init', 'nginx']);
  expect(await readFile(join(folder, 'nginx/galley.conf'), 'utf8')).toContain('server 127.0.0.1:65534 ');
  await galley(folder, ['init', 'docker']);
  expect(parseYaml(await readFile(join(folder, 'compose.yaml'), 'utf8')).services.galley.image).toBe('2026');
});

const sites: [site: string, is: string | null][] = [
  ['https://a.example', 'https://a.example'],
  ['https://A.example:443/', 'https://a.example'],
  ['http://a_b-c.example.:8080', 'http://a_b-c.example.:8080'],
  ['http://[2001:DB8::1]:80', 'http://[2001:db8::1]'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ...[
    'a!b',
    'a$b',
    "a'b",
    'a(b',
    'a*b',
    'a+b',
    'a,b',
    'a;b',
    'a=b',
    'a&b',
    'a~b',
    'a`b',
    'a"b',
    '{a}',
    '.a',
    'a..b',
    '%61!',
    `${'a.'.repeat(140)}a`,
  ].map((host): [string, null] => [`http://${host}.example`, null]),
];

test.each(sites)('site %s is accepted exactly where a release with it can be opened', async (site, is) => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'content'));
  const { code, err } = await galley(folder, ['build', '--allow-empty', '--site', site]);
  const parse = (site: string) =>
    Index.parse({ format: formatVersion, site, pages: [], shards: [], terms: null, open: [] });
  if (is === null) {
    expect([code, err]).toEqual([2, expect.stringMatching(/^--site: found ".*"\. Expected scheme and host alone/)]);
    expect(existsSync(join(folder, 'public'))).toBe(false);
    if (URL.canParse(site)) expect(() => parse(new URL(site).origin)).toThrow();
    return;
  }
  expect([site, code]).toEqual([site, 0]);
  expect((await galley(folder, ['releases'])).code).toBe(0);
  const [index = ''] = await fastGlob('index.*.json', { cwd: join(folder, 'public/api/v1') });
  const written = JSON.parse(await readFile(join(folder, 'public/api/v1', index), 'utf8'));
  expect(written.site).toBe(is);
  if (is !== null) expect(parse(is).site).toBe(is);
});

test('a host that links cannot begin with is refused where there is no site', async () => {
  const folder = await makeFolder();
  for (const host of ['a!b', 'a b', '999.1', "a'b"]) {
    await writeFile(join(folder, 'galley.config.yaml'), `host: ${JSON.stringify(host)}\n`);
    expect(await galley(folder, ['build'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^galley\.config\.yaml: host: found ".*"\. Expected the name or address of an interface.*\n {2}at galley\.config\.yaml:1:7\n$/,
      ),
    });
  }
});

const named = ['a b', 'a;id;b', '#a{{port}}', 'ä–[*]?é', 'a`id`b', '*/a//b'];

describe('each file is read by its own program', { tags: ['program'] }, () => {
  test('node --check', async () => {
    for (const out of hostile) {
      const { written } = await init('deno', 'out', out);
      const { status, stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], {
        input: written?.files.get('deno/main.mjs'),
        encoding: 'utf8',
      });
      expect([out, status, stderr]).toEqual([out, 0, '']);
    }
  });

  test.skipIf(!hasCommand('nginx', '-v') || !hasNjs())('nginx -t', async () => {
    for (const value of named) {
      const { written } = await init('nginx', 'folder', value);
      const folder = written?.values.folder ?? '';
      await chmod(join(folder, '..'), 0o755);
      await writeFile(join(folder, 'galley.keys.json'), '{"keys":[]}');
      const text = (written?.files.get('nginx/galley.conf') ?? '').replace(
        '/var/cache/galley',
        '/tmp/galley-recipe-values',
      );
      const file = join(folder, '..', 'nginx.conf');
      await writeFile(
        file,
        `load_module ${njsModule};\npid /tmp/galley-recipe-values.pid;\nevents {}\nhttp {\n${text}\n}\n`,
      );
      const { status, stderr } = spawnSync('nginx', ['-t', '-c', file, '-e', 'stderr'], { encoding: 'utf8' });
      expect([value, status, stderr]).toEqual([value, 0, expect.stringContaining('test is successful')]);
    }
  });

  test.skipIf(!hasCommand('systemd-analyze'))('systemd-analyze verify', async () => {
    for (const value of named) {
      const { written } = await init('systemd', 'folder', value);
      const file = join(written?.values.folder ?? '', 'systemd', 'galley@.service');
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file], {
        encoding: 'utf8',
      });
      expect([value, stderr.split('\n').filter((line) => line.includes('galley@.service:'))]).toEqual([value, []]);
    }
  });

  test.skipIf(!has('sh', existsSync('/bin/sh')))('sh -n reads each line to paste', async () => {
    for (const name of recipeNames) {
      for (const value of hostile) {
        const folder = join(await makeFolder(), value.replaceAll('/', '-'));
        await mkdir(folder);
        const { code, out } = await galley(folder, ['init', name]);
        if (code !== 0) continue;
        const lines =
          out
            .split('\n\nNext:\n')[1]
            ?.split('\n')
            .filter((line) => !line.startsWith('  After ')) ?? [];
        expect(spawnSync('/bin/sh', ['-n'], { input: lines.join('\n'), encoding: 'utf8' })).toMatchObject({
          status: 0,
          stderr: '',
        });
        expect(out).not.toContain(folder);
      }
    }
  });
});
