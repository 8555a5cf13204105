import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type FieldType, toDeclaredFields } from '../../../build/front-matter/declared-fields.ts';
import { defaultContentOptions } from '../../../build/front-matter/options.ts';
import { makeProject } from '../../support/project.ts';

const site = 'https://a.example';
const declaring = (fields: Record<string, FieldType>) => ({
  contentOptions: { ...defaultContentOptions, fields: toDeclaredFields(fields) },
});
const post = (header: string, body = 'Text'): string => `---\npublish_at: 2026-01-02\n${header}\n---\n${body}\n`;
const all = {
  ...({ cover: 'image', series: 'text', rating: 'number', featured: 'boolean', people: 'list' } as const),
  ...({ gallery: 'images', home: 'url', extra: 'any' } as const),
};

const detailsOf = async ({ get }: Pick<Awaited<ReturnType<typeof makeProject>>, 'get'>, slug: string) =>
  JSON.parse((await get(`/${slug}?include_details=1`))?.text ?? 'null')?.details;

const header = `series: Two
rating: 4.5
featured: no
people: [Ada, Bob]
cover: {src: cover.png, alt: A fox}
gallery: [one.png, missing.png, "https://b.example/two.png"]
home: https://example.com/a
extra: {at: 2026-02-24 10:30:00Z}
note: secret-note
authors: [{name: Ada, url: "https://ada.example", avatar: ada.png, email: secret-mail}, Bob]`;

test('all declared fields come in the order of the settings, and nothing else of front matter', async () => {
  const files = {
    'a.md': post(header),
    'b.md': post('note: secret-note'),
    'cover.png': 'c',
    'one.png': '1',
    'ada.png': 'a',
  };
  const project = await makeProject(files, declaring(all));
  const { problems } = await project.build();
  expect(problems.map(({ code, severity, line, column }) => [code, severity, line, column])).toEqual([
    ['missing-image', 'warning', 8, 20],
  ]);
  const media = new Map((await project.media()).map((name) => [name.split('.')[0], `${site}/media/${name}`]));
  const details = await detailsOf(project, 'a');
  expect(JSON.stringify(details.fields)).toBe(
    JSON.stringify({
      cover: media.get('cover'),
      series: 'Two',
      rating: 4.5,
      featured: false,
      people: ['Ada', 'Bob'],
      gallery: [media.get('one'), 'https://b.example/two.png'],
      home: 'https://example.com/a',
      extra: { at: '2026-02-24T10:30:00Z' },
    }),
  );
  expect([details.authors, details.author_details, details.header_image]).toEqual([
    ['Ada', 'Bob'],
    [
      { name: 'Ada', url: 'https://ada.example/', avatar: media.get('ada') },
      { name: 'Bob', url: null, avatar: null },
    ],
    { width: null, height: null, type: null, alt: 'A fox' },
  ]);
  const { author_details, fields } = await detailsOf(project, 'b');
  expect([author_details, Object.values(fields)]).toEqual([undefined, Object.keys(all).map(() => null)]);
  const names = await readdir(project.out, { recursive: true, withFileTypes: true });
  for (const each of names.filter((name) => name.isFile()))
    expect(`${await readFile(join(each.parentPath, each.name))}`).not.toMatch(/secret-(?:note|mail)/);
});

test('without the setting there is no trace of them, and with it only of articles that ask for details', async () => {
  const project = await makeProject({ 'a.md': post('series: Two\nimage: https://b.example/a.png') });
  await project.build();
  expect(await detailsOf(project, 'a')).not.toHaveProperty('fields');
  const [before, index] = [await project.get('/a'), await indexOf(project)];
  expect(index).not.toMatch(/"fields"|series/);
  await project.build(declaring({ series: 'text' }));
  expect(await project.get('/a')).toEqual(before);
  expect((await detailsOf(project, 'a')).fields).toEqual({ series: 'Two' });
});

async function indexOf({ api }: { api: string }): Promise<string> {
  const { release } = JSON.parse(await readFile(join(api, 'release.json'), 'utf8'));
  return readFile(join(api, `index.${release}.json`), 'utf8');
}

test.each([
  ['filter[series]', 'A  B'],
  ['filter[series]', ' A\u00a0 B\t'],
  ['filter[series]', 'A\u0007 B'],
  ['filter[names]', 'c\u0085  d'],
  ['filter[names]', 'A\u030a  E'],
  ['tag', 'A  B'],
  ['tag_any', 'A\u0007 B'],
  ['author', 'A\n B'],
  ['section', 'A \u3000B'],
])('an article is selected by a value as it is written: %s=%j', async (parameter, value) => {
  const written = JSON.stringify(value);
  const lists = ['names', 'tags', 'authors'].map((name) => `${name}: [${written}]`);
  const project = await makeProject(
    { 'a.md': post(`series: ${written}\n${lists.join('\n')}\nsection: ${written}`) },
    declaring({ series: 'text', names: 'list' }),
  );
  await project.build();
  const found = await project.get(`?${parameter}=${encodeURIComponent(value)}`);
  expect(JSON.parse(found?.text ?? '').data).toHaveLength(1);
});

test('an article whose file has a wrong value stays as it was, with the fields that are declared now', async () => {
  const files = { 'a.md': post('series: Two\nrating: 4\ncover: cover.png\nhome: https://a.example'), 'cover.png': 'c' };
  const project = await makeProject(
    files,
    declaring({ series: 'text', rating: 'number', cover: 'image', home: 'text' }),
  );
  await project.build();
  const [media] = await project.media();
  await project.write({ 'a.md': post('series: [Two]') });
  const settings = declaring({ cover: 'image', added: 'any', home: 'url', series: 'text' });
  const { invalid, problems } = await project.build(settings);
  expect([invalid, problems]).toMatchObject([
    [{ path: 'a.md', isOlder: true }],
    [{ code: 'wrong-type', line: 3, column: 9 }],
  ]);
  expect(JSON.stringify((await detailsOf(project, 'a')).fields)).toBe(
    JSON.stringify({ cover: `${site}/media/${media}`, added: null, home: null, series: 'Two' }),
  );
  expect(await project.media()).toEqual([media]);
  expect((await project.get('?filter[series]=two'))?.text).toContain('"slug":"a"');
  await project.build(declaring({}));
  expect(await detailsOf(project, 'a')).not.toHaveProperty('fields');
});

test('an image of a field that comes, changes or goes is seen by the next build', async () => {
  const project = await makeProject({ 'a.md': post('cover2: a.png') }, declaring({ cover2: 'image' }));
  const cover = async () => (await detailsOf(project, 'a')).fields.cover2;
  expect((await project.report()).map(String)).toEqual(['a.md:3:9 missing-image']);
  expect(await cover()).toBeNull();
  await project.write({ 'a.png': 'one' });
  expect(await project.report()).toEqual([]);
  const first = await cover();
  await project.write({ 'a.png': 'two' });
  await project.build();
  expect([typeof first, (await cover()) === first]).toEqual(['string', false]);
  await project.remove('a.png');
  expect(await project.report()).toEqual(['a.md:3:9 missing-image']);
});
