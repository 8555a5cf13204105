import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { blankComments } from '../../build/front-matter/parse/parse-yaml.ts';
import { type Recipe, recipeNames, recipes } from '../../build/recipes/recipes.ts';
import { isQuick } from '../support/amount.ts';
import { galley, root } from '../support/command.ts';
import { makeFolder } from '../support/server.ts';

/** A folder with settings, `galley init NAME` in it, and what that wrote. */
async function init(name: string, settings: Record<string, unknown>, own = 'a') {
  const folder = join(await makeFolder(), own);
  await mkdir(folder);
  await writeFile(join(folder, 'galley.config.yaml'), stringify(settings, { lineWidth: 0 }));
  const result = await galley(folder, ['init', name]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== 'galley.config.yaml')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
  return { ...result, folder, paths, read };
}

describe.each(recipeNames)('galley init %s', (name) => {
  const paths = fastGlob.sync('**/*', { cwd: join(root, 'build/recipes', name), dot: true }).sort();
  const { ignored = [] }: Recipe = recipes[name];

  test('writes its files, filled in with the configuration, and says what to do next', async () => {
    const settings = { site: 'https://articles.example.com', port: 8001, out: 'release' };
    const written = await init(name, settings);
    expect([written.code, written.err]).toEqual([0, '']);
    const line = ignored.length === 0 ? '' : `Added to .gitignore: ${ignored.join(', ')}\n`;
    expect(written.out.startsWith(`Wrote ${paths.join(', ')}.\n${line}\nNext:\n  `)).toBe(true);
    expect(written.paths).toEqual([...paths, ...(ignored.length === 0 ? [] : ['.gitignore'])].sort());
    if (ignored.length > 0) expect(await written.read('.gitignore')).toBe(`${ignored.join('\n')}\n`);
    const texts = await Promise.all(paths.map(written.read));
    expect(`${written.out}${texts.join('')}`).not.toMatch(/\{\{\w+\}\}/);
  });

  test('names commands and flags that there are', async () => {
    const commands = recipes[name].next.flatMap((line) =>
      Array.from(line.matchAll(/npx galley ([^&|#>]+)/g), ([, command = '']) => command.trim().split(/\s+/)),
    );
    for (const words of commands) {
      const named = words.filter((word) => /^[a-z]/.test(word)).slice(0, words[0] === 'deploy' ? 2 : 1);
      const { code, out } = await galley(root, [...named, '--help']);
      expect([named, code]).toEqual([named, 0]);
      for (const flag of words.filter((word) => word.startsWith('--'))) expect(out).toContain(flag);
    }
  });

  test.each(paths)('writes nothing where %s is there already', async (path) => {
    const folder = await makeFolder();
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), 'mine');
    const { code, err } = await galley(folder, ['init', name]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${path} is there already, so nothing was written.`)]);
    expect(await readFile(join(folder, path), 'utf8')).toBe('mine');
    for (const other of [...paths, '.gitignore'].filter((each) => each !== path))
      await expect(access(join(folder, other))).rejects.toThrow('ENOENT');
  });
});

test.each([
  ['cloudflare', true],
  ['lambda', true],
  ['bun', true],
  ['deno', true],
  ['systemd', false],
])('galley init %s says which settings have no effect there: %s', async (name, isSaid) => {
  const cors = { cors: 'https://b.example', rateLimit: { requests: 9, seconds: 9 }, fastPath: true };
  const { code, out } = await init(name, { ...cors, hooks: 'https://a.example', keepAlive: 9 });
  expect([code, out.includes('Only galley serve obeys keepAlive, hooks of galley.config.yaml.')]).toEqual([0, isSaid]);
  expect(out.includes('Only galley serve')).toBe(isSaid);
});

test('an unknown recipe is refused with the names of those that there are', async () => {
  const { code, err } = await galley(await makeFolder(), ['init', 'apache']);
  expect([code, err]).toEqual([2, expect.stringContaining(recipeNames.join(', '))]);
});

test('lines that .gitignore has are not added again', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, '.gitignore'), 'node_modules\n.wrangler');
  expect((await galley(folder, ['init', 'cloudflare'])).out).toContain('Added to .gitignore: .dev.vars\n');
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('node_modules\n.wrangler\n.dev.vars\n');
});

test.each([
  ['a port that the system chooses is none', { port: 0 }, /server 127\.0\.0\.1:8787 [\s\S]*server 127\.0\.0\.1:8788 /],
  ['a port at the end of their range has a neighbour', { port: 65535 }, /server 127\.0\.0\.1:65534 /],
  ['a keys file elsewhere is named where it is', { keys: '/srv/k.json' }, /galleyKeys from "\/srv\/k\.json";/],
])('nginx: %s', async (_, settings, expected) => {
  expect(await (await init('nginx', settings)).read('nginx/galley.conf')).toMatch(expected);
});

type Values = Record<'out' | 'keys' | 'host' | 'folder', string>;

/** What a program reads in a file, and what it is to be: the value, whatever is in that. */
const readers: Record<string, (text: string, values: Values) => [read: unknown, expected: unknown]> = {
  'wrangler.jsonc': (text, { out }) => [parse(blankComments(text)).assets.directory, `./${out}`],
  'galley.yml': (text, { out }) => [
    parse(text).jobs.publish.steps.flatMap((step: { with?: { path?: string } }) => step.with?.path ?? [])[0],
    `node_modules/.cache/galley\n${out}`,
  ],
  'compose.yaml': (text) => [parse(text).services.galley.ports, ['127.0.0.1:8787:8787']],
  Dockerfile: (text, { out }) => {
    const copied = /^COPY --from=build (\[.*)$/m.exec(text)?.[1];
    return copied === undefined ? [0, 0] : [JSON.parse(copied), [`/app/${out}`, out]];
  },
  '.dockerignore': (text, { out, keys }) => [
    text.split('\n').slice(1),
    ['.git', '.env', 'node_modules', `/${out}/api`, `/${out}/media`, `/${out}-drafts`, keys, ''],
  ],
  'nginx/galley.conf': (text, { folder }) => [
    /^js_import galley from "([^"\\$]*)";$/m.exec(text)?.[1],
    `${folder}/nginx/galley.js`,
  ],
  'galley@.service': (text, { folder }) => [/^WorkingDirectory=(.*)$/m.exec(text)?.[1], folder],
  'template.yaml': (text) => [Object.keys(parse(text.replaceAll(/!\w+ /g, ''))).length, 5],
  'galley.yaml': (text) => [parseAllDocuments(text).map((part) => part.toJS().kind).length, 4],
  'main.mjs': readOut,
  'serve.mjs': readOut,
};

/** As JavaScript reads it. */
function readOut(text: string, { out }: Values): [read: unknown, expected: unknown] {
  const [, literal = ''] = /Fetch\(\{ out: ('.*') \}\)/.exec(text) ?? [];
  return [new Function(`return ${literal}`)(), out];
}

const hostile = [
  ...['a b', ' a', 'a"b', "a'b", 'a\\n"b', 'a`id`b', 'a;id;b', 'a\nb: c', 'a\r\nRUN id', 'a\u2028b', '*/a//b'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell and Docker read it.
  ...['a$b${HOME}$(id)', "'+process.exit(7)+'", '#a{{port}}', 'a%n%%h', 'ä–[*]?é'],
];

describe.each(recipeNames)('galley init %s', { tags: ['scaled'] }, (name) => {
  test.each(['out', 'keys', 'folder'] as const)('holds whatever %s is as data, or refuses it', async (place) => {
    const shift = recipeNames.indexOf(name);
    for (const value of hostile.filter((_, i) => !isQuick || (i + shift) % 5 === 0)) {
      const own = place === 'folder' ? value.replaceAll('/', '-') : 'a';
      const settings = { out: 'public', keys: 'galley.keys.json', ...(place !== 'folder' && { [place]: value }) };
      const { code, err, folder, paths, read } = await init(name, settings, own);
      expect([value, code, paths.length > 0]).toEqual([value, err === '' ? 0 : 2, err === '']);
      const refusal = place === 'folder' ? 'Found the folder "' : `galley.config.yaml: ${place}: found "`;
      if (err !== '') expect(err.startsWith(refusal)).toBe(true);
      for (const path of paths) {
        const reader = Object.entries(readers).find(([end]) => path.endsWith(end))?.[1];
        const [found, expected] = reader?.(await read(path), { host: '127.0.0.1', ...settings, folder }) ?? [];
        expect([path, value, found]).toEqual([path, value, expected]);
      }
    }
  });
});

test.each([
  ['pull_request', 'refs/pull/7/merge', ['check']],
  ['push', 'refs/heads/trunk', ['publish']],
  ['push', 'refs/heads/main', []],
  ['push', 'refs/tags/trunk', []],
  ['workflow_dispatch', 'refs/heads/trunk', ['publish']],
  ['workflow_dispatch', 'refs/heads/half-done', []],
  ['workflow_dispatch', 'refs/tags/trunk', []],
])('github: %s of %s in a repository whose default branch is trunk runs %j', async (event_name, ref, expected) => {
  const { jobs } = parse(await (await init('github', {})).read('.github/workflows/galley.yml'));
  const github = { event_name, ref, event: { repository: { default_branch: 'trunk' } } };
  const format = (text: string, value: string) => text.replace('{0}', value);
  // Of what its expressions have, JavaScript means the same.
  const isRun = (job: string) => new Function('github', 'format', `return ${jobs[job].if}`)(github, format);
  expect(Object.keys(jobs).filter(isRun)).toEqual(expected);
  const withSecrets = Object.keys(jobs).filter((job) => /secrets\.|AWS_ROLE|id-token/.test(JSON.stringify(jobs[job])));
  expect(withSecrets).toEqual(['publish']);
});
