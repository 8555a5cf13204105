import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Index, indexPath, lookupPath, pointerPath } from '../../../src/core/format.ts';
import { firstOf } from '../../support/amount.ts';
import { bytesOf } from '../../support/files.ts';
import { makeProject as makeFolderProject } from '../../support/project.ts';

const post = (body: string, header = '') => `---\npublish_at: 2026-01-02\n${header}---\n${body}\n`;
const badYaml = (header = '') => `---\ndate: [\n${header}---\nUnready.\n`;
const badDate = (header = '') => post('Unready.', header).replace('01-02', '02-30');
const tooDeep = (header = '') => post(`${'> '.repeat(200)}Unready.`, header);

async function makeProject(files: Record<string, string>) {
  const project = await makeFolderProject(files);
  const { api } = project;
  return {
    ...project,
    shards: async (): Promise<{ media: [string, number][]; paths?: string[] }[]> => {
      const { release } = JSON.parse(await readFile(join(api, pointerPath), 'utf8'));
      const { shards } = Index.parse(JSON.parse(await readFile(join(api, indexPath(release)), 'utf8')));
      return Promise.all(shards.map(async (name) => JSON.parse(await readFile(join(api, lookupPath(name)), 'utf8'))));
    },
  };
}

const older = (path: string) => ({ path, isOlder: true, isWithdrawn: false });
const skipped = (path: string) => ({ path, isOlder: false, isWithdrawn: false });
const withdrawn = (path: string) => ({ path, isOlder: false, isWithdrawn: true });

test.each(
  firstOf(3, [
    ['a header that cannot be read', badYaml()],
    ['a date that does not exist', badDate()],
    ['a body that cannot be rendered', tooDeep()],
    ['another slug, too', tooDeep('slug: other\naliases: [b]\n')],
    ['another id, too', badDate('id: 9\n')],
    ['the id of another article', post('Unready.', 'id: 7\n')],
    ['bytes that are no text', '\xff\xfe\0'],
    ['no date any more, and a misspelt key', '---\ndrafft: true\n---\nUnready.\n'],
    ['no date any more', '---\ntitle: T\n---\nUnready.\n'],
    ['no header any more', 'Unready.\n'],
  ]),
)(
  'an article whose file has %s now is kept, with its names, images and place',
  { tags: ['scaled'] },
  async (_, text) => {
    const project = await makeProject({
      'a.md': post('A', 'id: 7\n').replace('01-02', '01-01'),
      'b.md': post('# Head\n\n![p](p.png) [a](a.md)', 'id: 8\nslug: bee\naliases: [old]\nimage: q.svg\n'),
      'c.md': post('[b](b.md)').replace('01-02', '01-03'),
      ...{ 'p.png': 'p', 'q.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    });
    await project.build();
    const targets = ['', '?exclude_h1=1', '/bee', '/8', '/8?exclude_h1=1', '/old', '/c', '/7'];
    const show = () => Promise.all(targets.map((target) => project.get(target)));
    const [before, files] = [await show(), await bytesOf(project.out)];
    await writeFile(join(project.content, 'b.md'), Buffer.from(text, 'latin1'));
    await Promise.all(['p.png', 'q.svg'].map(project.remove));
    // With its cache, and without: each leaves what the next one finds.
    for (const forgets of [false, true]) {
      if (forgets) await project.forget();
      const result = await project.build();
      expect(result.invalid).toEqual([older('b.md')]);
      expect(result.problems.filter(({ path, code }) => path === 'c.md' || code === 'removed-article')).toEqual([]);
      expect(await show()).toEqual(before);
      expect(await bytesOf(project.out)).toEqual(files);
    }
    // Once it is fixed, it is the article that it says.
    await project.write({ 'b.md': post('Ready.', 'id: 8\nslug: bee\n') });
    expect((await project.build()).invalid).toEqual([]);
    expect((await project.get('/8'))?.text).toContain('Ready.');
    expect(await project.get('/old')).toBeNull();
  },
);

describe.each([
  ['with its cache', false, []],
  ['without a cache', true, ['long']],
])('the next build, %s,', (_, forgets, tags) => {
  test('has the bytes that follow from content and last release, whatever else was built', { tags }, async () => {
    const project = await makeProject({ 'a.md': post('1'), 'b.md': post('1', 'slug: x\n'), 'c/x.md': post('C') });
    await project.build();
    await project.write({ 'b.md': badYaml(), 'd/x.md': post('D').replace('2026', '2020'), 'a.md': post('2') });
    if (forgets) await project.forget();
    const { written, invalid } = await project.build();
    expect(invalid).toEqual([older('b.md')]);
    const other = await makeProject({ 'a.md': post('1'), 'b.md': post('1', 'slug: x\n'), 'c/x.md': post('C') });
    await other.build();
    await other.write({ 'b.md': badYaml(), 'd/x.md': post('D').replace('2026', '2020') });
    await other.build({ write: 'nothing' });
    await other.write({ 'a.md': post('2') });
    expect((await other.build()).written?.release).toBe(written?.release);
    expect(await bytesOf(other.out)).toEqual(await bytesOf(project.out));
  });

  test('takes nothing from an article that a new one wants to be', { tags }, async () => {
    const project = await makeProject({ 'b/x.md': post('Kept') });
    await project.build();
    const before = await project.get('/x');
    await project.write({ 'b/x.md': badYaml(), 'a/x.md': post('New').replace('2026', '2020') });
    if (forgets) await project.forget();
    const { invalid, articles } = await project.build();
    expect({ invalid, articles }).toEqual({ invalid: [older('b/x.md')], articles: 1 });
    expect(await project.get('/x')).toEqual(before);
    expect((await project.get('/a-x'))?.text).toContain('New');
  });

  test.each([
    ['an older date', post('New').replace('2026', '2020')],
    ['an error, and an older date', badYaml('date: 2020-01-01\n')],
  ])('leaves a valid article its slug where a new one of %s would take it', { tags }, async (_, text) => {
    const project = await makeProject({ 'b/x.md': post('Old') });
    await project.build();
    await project.write({ 'a/x.md': text });
    const before = await project.get('/x');
    for (const _ of [1, 2]) {
      if (forgets) await project.forget();
      expect(await project.build()).toMatchObject({ invalid: [skipped('a/x.md')], articles: 1 });
      expect(await project.get('/x')).toEqual(before);
    }
  });

  test('reports an id twice in the new file, and leaves the published one as it is written now', { tags }, async () => {
    const project = await makeProject({ 'b/x.md': post('Old', 'id: 7\n'), 'b/y.md': post('Y', 'id: 8\n') });
    await project.build();
    await project.write({ 'a.md': post('New', 'id: 7\n').replace('2026', '2020'), 'b/x.md': post('Newer', 'id: 7\n') });
    for (const _ of [1, 2]) {
      if (forgets) await project.forget();
      const { invalid, problems } = await project.build();
      expect([invalid, problems.map(({ code, path }) => [code, path])]).toEqual([
        [skipped('a.md')],
        [['duplicate-id', 'a.md']],
      ]);
      expect((await project.get('/7'))?.text).toContain('Newer');
    }
    // Two that exchange their ids are both as they were.
    await project.remove('a.md');
    await project.write({ 'b/x.md': post('X', 'id: 8\n'), 'b/y.md': badYaml('id: 7\n') });
    expect((await project.build()).invalid).toEqual([older('b/x.md'), older('b/y.md')]);
    expect((await project.get('/7'))?.text).toContain('Newer');
    expect((await project.get('/8'))?.text).toContain('Y');
  });

  test('lets an article go whose invalid file is removed', { tags }, async () => {
    const project = await makeProject({ 'a.md': post('A'), 'b.md': post('B') });
    await project.build();
    await project.write({ 'b.md': badYaml() });
    await project.build();
    await project.remove('b.md');
    if (forgets) await project.forget();
    const { invalid, problems } = await project.build();
    expect([invalid, problems.map(({ code }) => code)]).toEqual([[], ['removed-article']]);
    expect(await project.get('/b')).toBeNull();
  });

  test.each([
    ['the same slug', 'new/b.md', badDate(), [older('new/b.md')]],
    ['the same id', 'c.md', badYaml('id: 8\n'), [older('c.md')]],
    ['no name of the article', 'c.md', badYaml(), [skipped('c.md')]],
  ])('finds the article of an invalid file that is renamed, with %s', { tags }, async (_, path, text, expected) => {
    const project = await makeProject({ 'a.md': post('A'), 'b.md': post('B', 'id: 8\n') });
    await project.build();
    const before = await project.get('/b');
    await project.write({ 'b.md': text });
    await project.build();
    await project.write({ [path]: text });
    await project.remove('b.md');
    for (const _ of [1, 2]) {
      if (forgets) await project.forget();
      expect((await project.build()).invalid).toEqual(expected);
      expect(await project.get('/b')).toEqual(expected[0]?.isOlder ? before : null);
    }
  });

  test.each([
    ['a draft before', 'draft: true\n', badYaml()],
    ['expired before', 'expires: 2026-01-03\n', badDate()],
  ])('does not show a file that was %s', { tags }, async (_, header, text) => {
    const project = await makeProject({ 'a.md': post('A'), 'b.md': post('B', header), 'c/b.md': post('C') });
    await project.build();
    await project.write({ 'b.md': text });
    if (forgets) await project.forget();
    expect((await project.build()).invalid).toEqual([skipped('b.md')]);
    expect((await project.get('/b'))?.text).toContain('C');
    expect((await project.get(''))?.text).not.toContain('Unready');
  });

  test.each([
    ['`draft: true`', badYaml('draft: true\n')],
    ['`published: false`', badYaml('published: false\n')],
    ['an expiry', badYaml('expires: 2026-01-03\n')],
  ])('hides an article with %s in a header that cannot be read', { tags }, async (_, text) => {
    const project = await makeProject({ 'a.md': post('A'), 'b.md': post('B') });
    await project.build();
    await project.write({ 'b.md': text });
    if (forgets) await project.forget();
    expect((await project.build()).invalid).toEqual([withdrawn('b.md')]);
    expect(await project.get('/b')).toBeNull();
  });

  test.each([
    ['a misspelt word', badYaml('draft: ture\n')],
    ['a word of its body', badYaml().replace('Unready.', 'Status: secret\ndraft: true')],
    ['a key inside of another', badYaml('params:\n  draft: true\n')],
    ['the opposite', badYaml('draft: false # true\npublished: yes\npassword: false\n')],
  ])('keeps an article with %s', { tags }, async (_, text) => {
    const project = await makeProject({ 'a.md': post('A'), 'b.md': post('B') });
    await project.build();
    await project.write({ 'b.md': text });
    if (forgets) await project.forget();
    expect((await project.build()).invalid).toEqual([older('b.md')]);
  });
});

test('a draft that becomes invalid in a drafts folder takes the article with it', async () => {
  const project = await makeProject({ 'a.md': post('A'), 'b.md': post('B') });
  await project.build();
  await project.write({ '_drafts/b.md': badYaml() });
  await project.remove('b.md');
  expect((await project.build()).invalid).toEqual([withdrawn('_drafts/b.md')]);
});

test('the article is that of the release that readers get, also after a rollback', async () => {
  const project = await makeProject({ 'a.md': post('A'), 'b.md': post('First') });
  await project.build();
  const pointer = await readFile(join(project.api, pointerPath));
  await project.write({ 'b.md': post('Second', 'slug: second\n') });
  await project.build();
  await writeFile(join(project.api, pointerPath), pointer);
  await project.write({ 'b.md': badYaml() });
  expect((await project.build()).invalid).toEqual([older('b.md')]);
  expect((await project.get('/b'))?.text).toContain('First');
  expect(await project.get('/second')).toBeNull();
});

test('in a release without paths, as earlier versions wrote them, an article is found by its names', async () => {
  const project = await makeProject({ 'a.md': post('A'), 'b.md': post('B'), 'c.md': post('C', 'slug: sea\n') });
  await project.build();
  const { release } = JSON.parse(await readFile(join(project.api, pointerPath), 'utf8'));
  const paths = await withoutPaths(project.api, release);
  const before = await project.get('/b');
  await project.write({ 'b.md': badYaml(), 'c.md': badYaml() });
  await project.forget();
  expect((await project.build()).invalid).toEqual([older('b.md'), skipped('c.md')]);
  expect(await project.get('/b')).toEqual(before);
  expect(paths).toContain('b.md');
  expect((await project.shards()).flatMap(({ paths }) => paths)).toContain('b.md');
});

/** Makes the current release one as earlier versions wrote them. Returns the paths that it had. */
async function withoutPaths(api: string, release: string): Promise<string[]> {
  const { hashBytes } = await import('../../../build/source/hash-bytes.ts');
  const index = JSON.parse(await readFile(join(api, indexPath(release)), 'utf8'));
  const found: string[] = [];
  for (const [i, name] of index.shards.entries()) {
    const { paths, ...shard } = JSON.parse(await readFile(join(api, lookupPath(name)), 'utf8'));
    const bytes = Buffer.from(JSON.stringify(shard));
    index.shards[i] = hashBytes(bytes);
    await writeFile(join(api, lookupPath(index.shards[i])), bytes);
    found.push(...paths);
  }
  const bytes = Buffer.from(JSON.stringify(index));
  await writeFile(join(api, indexPath(hashBytes(bytes))), bytes);
  await writeFile(join(api, pointerPath), JSON.stringify({ format: index.format, release: hashBytes(bytes) }));
  return found;
}

test('an article that is damaged in its page is taken from its own file; in both, readers lose it', async () => {
  const project = await makeProject({ 'a.md': post('A'), 'b.md': post('B') });
  await project.build();
  const before = await project.get('/b');
  const damage = async (folder: string, text: string) => {
    const names = await readdir(join(project.api, folder), { recursive: true });
    for (const name of names.filter((each) => /\.json(\.gz)?$/.test(each))) {
      const file = join(project.api, folder, name);
      const bytes = await readFile(file);
      const change = (whole: Buffer) => whole.toString().replaceAll(text, '<p>X</p>');
      await writeFile(file, name.endsWith('.gz') ? gzipSync(change(gunzipSync(bytes))) : change(bytes));
    }
  };
  await damage('pages', '<p>B</p>');
  await project.write({ 'b.md': badYaml() });
  expect((await project.build()).invalid).toEqual([older('b.md')]);
  expect(await project.get('/b')).toEqual(before);
  await damage('pages', '<p>B</p>');
  await damage('articles', '<p>B</p>');
  expect((await project.build()).invalid).toEqual([withdrawn('b.md')]);
  expect(await project.get('/b')).toBeNull();
  expect((await project.get('/a'))?.text).toContain('<p>A</p>');
});

test('from nothing an invalid file is skipped, with `invalid: fail` nothing is published', async () => {
  const project = await makeProject({ 'a.md': post('A'), 'b.md': badYaml() });
  expect(await project.build({ invalid: 'fail' })).toMatchObject({ written: null, invalid: [skipped('b.md')] });
  expect((await project.build()).invalid).toEqual([skipped('b.md')]);
  await project.write({ 'a.md': badYaml() });
  expect(await project.build({ invalid: 'fail' })).toMatchObject({ written: null });
  expect((await project.build({ write: 'nothing' })).invalid).toEqual([older('a.md'), skipped('b.md')]);
  expect(await project.build()).toMatchObject({ refused: null, invalid: [older('a.md'), skipped('b.md')] });
});

test('assets that only an older article shows are served on', async () => {
  const project = await makeProject({
    'a.md': post('A'),
    'b.md': post('![p](p.png)', 'image: q.png\n'),
    'p.png': 'p',
    'q.png': 'q',
  });
  await project.build();
  const media = async () => (await project.shards()).flatMap((shard) => shard.media).sort();
  const before = await media();
  expect(before).toHaveLength(2);
  await project.write({ 'b.md': badYaml() });
  await project.build();
  expect(await media()).toEqual(before);
});
