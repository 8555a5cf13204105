import { execFileSync } from 'node:child_process';
import fs, { mkdirSync, writeFileSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withBuilder } from '../../../build/pipeline/builder.ts';
import type { BuildResult } from '../../../build/pipeline/options.ts';
import { writeFiles } from '../../support/command.ts';
import { inWords } from '../../support/in-words.ts';
import { buildDefaults, makeProject as makeFolderProject } from '../../support/project.ts';

const post = (text: string) => `---\npublish_at: 2026-01-01\n---\n${text}\n`;

/** A folder of articles that readers have, which holds the release, too. */
async function makeProject(files: Record<string, string>) {
  const { content, build } = await makeFolderProject(files);
  const inside = { out: join(content, 'public'), cache: join(content, 'node_modules/cache') };
  await build(inside);
  return { content, inside, build: () => build(inside) };
}

const toPlaces = ({ problems }: BuildResult): string[] =>
  inWords(problems).map(
    ({ path, code, severity, found }) => `${path} ${severity} ${code}: ${/^.*?\(?(?=[.)]|$)/.exec(found)}`,
  );

/** Calls of the disk for paths that end so fail with this code, until the test is over. */
function failFor(end: string, code: string): void {
  const fails = (path: unknown): Error | null =>
    String(path).endsWith(end) ? Object.assign(new Error(code), { code, path, syscall: 'read' }) : null;
  const { readdir, readdirSync, openSync, lstatSync, statSync } = fs;
  const originals = { readdir, readdirSync, openSync, lstatSync, statSync };
  const put = (calls: object): void => {
    Object.assign(fs, calls);
    syncBuiltinESMExports();
  };
  onTestFinished(() => put(originals));
  type Call = (path: unknown, ...others: unknown[]) => unknown;
  const guard =
    (call: unknown): Call =>
    (path, ...others) => {
      const error = fails(path);
      if (error !== null) throw error;
      return (call as Call)(path, ...others);
    };
  put({
    readdirSync: guard(readdirSync),
    openSync: guard(openSync),
    lstatSync: guard(lstatSync),
    readdir: (path: unknown, options: unknown, done: (error: Error | null, found?: unknown) => void) => {
      const error = fails(path);
      if (error === null) (readdir as unknown as Call)(path, options, done);
      else setImmediate(() => done(error));
    },
  });
}

const bytes = (...parts: (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

test.skipIf(process.platform !== 'linux')(
  'a name that is not UTF-8 is reported with its bytes, and everything else is published',
  async () => {
    const { content, build } = await makeProject({
      'a.md': post('A ![p](caf%E9.png) [d](gone.md)'),
      'b.md': post('B'),
    });
    const at = (...parts: (string | number)[]) => bytes(`${content}/`, ...parts);
    writeFileSync(at('caf', 0xe9, '.md'), post('one'));
    writeFileSync(at('caf', 0xe8, '.md'), post('two'));
    writeFileSync(at('\ufffdx.md'), post('a name in UTF-8'));
    writeFileSync(at('caf', 0xe9, '.png'), 'picture');
    writeFileSync(at('caf', 0xe9, '.txt'), 'text');
    mkdirSync(at('d', 0xff));
    writeFileSync(at('d', 0xff, '/c.md'), post('three'));
    const result = await build();
    expect(toPlaces(result)).toEqual([
      'a.md warning missing-image: the image caf%E9',
      'a.md warning broken-link: a link to gone',
      'caf\\xE8.md error unreadable: a file whose name is not UTF-8',
      'caf\\xE9.md error unreadable: a file whose name is not UTF-8',
      'caf\\xE9.png warning unreadable: a file whose name is not UTF-8',
      'd\\xFF error unreadable: a folder whose name is not UTF-8',
    ]);
    expect(result).toMatchObject({ files: 3, articles: 3, refused: null });
    expect(toPlaces(await build())).toEqual(toPlaces(result));
    for (const name of [at('caf', 0xe9, '.md'), at('caf', 0xe8, '.md')]) fs.rmSync(name);
    expect((await build()).problems.map(({ path }) => path)).toEqual(['a.md', 'a.md', 'caf\\xE9.png', 'd\\xFF']);
  },
);

test.each(['EACCES', 'EIO', 'ENAMETOOLONG', 'ENOENT'])(
  'what the disk refuses with %s is reported, and the article that readers have of it stays',
  async (code) => {
    const { content, build } = await makeProject({
      'a.md': post('A'),
      'b.md': post('B'),
      'deep/c.md': post('C'),
      'deep/d.md': post('D'),
      'p.png': 'picture',
    });
    failFor('b.md', code);
    if (code !== 'ENOENT') {
      failFor('/deep', code);
      failFor('deep/c.md', code);
    }
    await writeFiles(content, { 'a.md': post('A, changed') });
    const { problems, invalid, articles, written } = await build();
    const folder = code === 'ENOENT' ? [] : ['deep', 'deep/c.md'];
    expect(inWords(problems).map(({ path, severity, found }) => `${path} ${severity} ${found}`)).toEqual(
      ['b.md', ...folder].map((path) => {
        return `${path} error a ${path === 'deep' ? 'folder' : 'file'} that cannot be read (${code})`;
      }),
    );
    expect(invalid.filter(({ isOlder }) => isOlder).map(({ path }) => path)).toEqual(['b.md', ...folder.slice(1)]);
    // A file in a folder that cannot be listed is read by its name.
    expect(articles).toBe(4 - 1 - folder.slice(1).length);
    expect(written?.release).toBeDefined();
  },
);

test.skipIf(process.platform === 'win32')(
  'a FIFO in the place of a file is reported, and its article stays',
  async () => {
    const { content, build } = await makeProject({ 'a.md': post('A'), 'b.md': post('B') });
    await rm(join(content, 'b.md'));
    execFileSync('mkfifo', [join(content, 'b.md'), join(content, 'c.md'), join(content, 'p.png')]);
    const result = await build();
    expect(toPlaces(result)).toEqual([
      'b.md error unreadable: something other than a regular file, such as a socket',
      'c.md error unreadable: something other than a regular file, such as a socket',
    ]);
    expect(result.invalid).toMatchObject([
      { path: 'b.md', isOlder: true },
      { path: 'c.md', isOlder: false },
    ]);
  },
);

test('an image that cannot be read is said to be there, and its article is published', async () => {
  const { content, build } = await makeProject({ 'img/p.png': 'picture' });
  await writeFiles(content, { 'a.md': post('A ![p](img/p.png)') });
  failFor('img/p.png', 'EACCES');
  const { problems, written } = await build();
  expect(inWords(problems).map(({ found, fix }) => `${found}. ${fix}`)).toEqual([
    expect.stringMatching(/^the image img\/p\.png, which is there, but cannot be read\. Check its permissions\./),
  ]);
  expect(written).not.toBeNull();
});

test('a release is never content, whichever way leads to it', async () => {
  const { content, inside, build } = await makeProject({
    'a.md': post('A ![p](p.png) ![q](/media/q.png) [b](public/index.md)'),
    'p.png': 'picture',
    'q.png': 'another',
  });
  const { problems, files } = await build();
  await writeFiles(content, { 'public/media/q.png': 'picture', 'public/late.md': post('in a release') });
  await symlink('public', join(content, 'link'));
  const told = (result: BuildResult): string[] => result.problems.map(({ path, code }) => `${path} ${code}`);
  expect(told(await build())).toEqual(problems.map(({ path, code }) => `${path} ${code}`));
  expect(files).toBe(1);
  await withBuilder({ ...buildDefaults, content, ...inside }, async (builder) => {
    await builder.build(buildDefaults);
    expect(await builder.build(buildDefaults)).toMatchObject({ files: 1, articles: 1 });
    // What is not content is not watched either.
    expect(builder.folders()).toEqual(['']);
  });
  // A release by another name.
  fs.renameSync(join(content, 'public'), join(content, 'before'));
  expect(await build()).toMatchObject({ files: 1, articles: 1 });
  // And a folder that holds none any more.
  await rm(join(content, 'before/api'), { recursive: true });
  expect((await build()).files).toBe(3);
});
