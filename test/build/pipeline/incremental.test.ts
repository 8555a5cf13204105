import { writeFileSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultContentOptions } from '../../../build/front-matter/options.ts';
import { withBuilder } from '../../../build/pipeline/builder.ts';
import type { BuildMoment, BuildOptions, BuildResult } from '../../../build/pipeline/options.ts';
import { amount, firstOf } from '../../support/amount.ts';
import { writeFiles } from '../../support/command.ts';
import { bytesOf } from '../../support/files.ts';
import { inWords } from '../../support/in-words.ts';
import { buildDefaults, makeProject as makeFolderProject } from '../../support/project.ts';

/** Longer than a tick of the kernel's clock: files that are older are not read again. */
const settle = () => setTimeout(30);

type Project = Awaited<ReturnType<typeof makeProject>>;

async function makeProject(files: Record<string, string> = {}) {
  // While an author works, which `quick` is for, former slugs stay.
  const project = await makeFolderProject(files, { allowEmpty: true, write: 'durable' });
  let colds = 0;
  return {
    ...project,
    build: async (options: Options = {}) => {
      await settle();
      return project.build(options);
    },
    /** A build of the same content without a cache, into an empty folder or one that `last` is a copy of. */
    async buildCold(options: Options = {}, last: string | null = null) {
      const cold = last ?? join(project.folder, `cold-${++colds}`);
      const result = await project.build({ ...options, out: cold, cache: join(cold, 'cache') });
      await rm(join(cold, 'cache'), { recursive: true });
      return { result, out: cold };
    },
  };
}

type Options = Partial<BuildOptions & BuildMoment>;

/** What both builds say is the same, and all that the cold one wrote is there with the same bytes. */
async function expectAlike(
  project: Project,
  options: Options = {},
  build: (options: Options) => Promise<BuildResult> = project.build,
): Promise<BuildResult> {
  const last = join(project.folder, 'last');
  await cp(project.out, last, { recursive: true, preserveTimestamps: true }).catch(() => {});
  const warm = await build(options);
  const cold = await project.buildCold(options, last);
  const toSaid = ({ written: _, ...said }: BuildResult) => ({ ...said, problems: inWords(said.problems) });
  expect(toSaid(warm)).toEqual(toSaid(cold.result));
  expect(warm.written?.release).toBe(cold.result.written?.release);
  expect(warm.written?.bytes).toBe(cold.result.written?.bytes);
  if (warm.written !== null) expect(await bytesOf(project.out)).toMatchObject(await bytesOf(cold.out));
  await rm(cold.out, { recursive: true, force: true });
  return warm;
}

const paths = ['a.md', 'b.md', 'deep/a.md', 'deep/2024-05-01-c.md', 'deep/index.md', 'other/_index.md'];
const pictures = ['p.png', 'deep/q.png'];
const oneOf = (list: readonly string[]) => fc.constantFrom(...list);

/** One of a list, and now and then what is an error. */
const rarely = (wrong: string, list: readonly string[]) =>
  fc.oneof({ weight: 15, arbitrary: oneOf(list) }, { weight: 1, arbitrary: fc.constant(wrong) });

const lines = fc.array(
  fc.oneof(
    oneOf([
      ...['# Heading', '## Heading', '[here](#heading-1)', '<p id="x">id</p>', 'Text.', '<b>bold</b>'],
      ...['<script>alert(1)</script>', 'a *b* `c`', '\ttab'],
    ]),
    fc
      .tuple(
        oneOf(['', '../', 'deep/']),
        oneOf(['a.md', 'b.md', '2024-05-01-c.md', 'b%2emd']),
        oneOf(['', '#x', '#heading', '#heading-1']),
      )
      .map(([folder, name, fragment]) => `[link](${folder}${name}${fragment})`),
    fc
      .tuple(oneOf(['', '../', 'deep/']), oneOf(['p.png', 'q.png']))
      .map(([folder, name]) => `![picture](${folder}${name})`),
  ),
  { maxLength: 4 },
);

const matter = fc.record(
  {
    publish_at: rarely('2024-02-30', ['2024-01-01', '2024-01-02', '2026-07-01']),
    id: rarely('x', ['7', '8', '9', '10', '11']),
    slug: rarely('a/', ['one', 'two', 'three', 'four', 'a']),
    title: oneOf(['One', 'Two']),
    aliases: oneOf(['[old]', '[one, older]']),
    header_image: oneOf(['p.png', '/p.png', 'q.png']),
    draft: oneOf(['true', 'false']),
    expires: oneOf(['2025-01-01', '2030-01-01']),
  },
  { requiredKeys: [] },
);

type Edit = (content: string) => Promise<unknown>;

const write: fc.Arbitrary<Edit> = fc.tuple(oneOf(paths), matter, lines).map(([path, fields, body]) => (content) => {
  const header = Object.entries({ publish_at: '2024-01-01', ...fields }).map(([key, value]) => `${key}: ${value}\n`);
  return writeFiles(content, { [path]: `---\n${header.join('')}---\n${body.join('\n\n')}\n` });
});
const move: fc.Arbitrary<Edit> = fc
  .tuple(oneOf([...paths, ...pictures]), oneOf(paths))
  .map(([from, to]) => async (content) => {
    await mkdir(dirname(join(content, to)), { recursive: true });
    if (from.endsWith('.md')) await rename(join(content, from), join(content, to)).catch(() => {});
  });
const edits: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: write },
  { weight: 2, arbitrary: move },
  {
    weight: 1,
    arbitrary: oneOf([...paths, ...pictures]).map(
      (path) => (content: string) => rm(join(content, path), { force: true }),
    ),
  },
  {
    weight: 1,
    arbitrary: oneOf(paths).map((path) => (content: string) => utimes(join(content, path), 1e9, 1e9).catch(() => {})),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(oneOf(pictures), oneOf(['1', '2'])).map(
      ([path, text]) =>
        (content: string) =>
          writeFiles(content, { [path]: text }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Edit>((content) => rename(join(content, 'deep'), join(content, 'moved')).catch(() => {})),
  },
);

/** What may happen to the cache and to what was written, between two builds. */
const accidents = fc.option(
  fc.constantFrom<(project: Project) => Promise<unknown>>(
    ({ out }) => rm(out, { recursive: true, force: true }),
    ({ cache }) => rm(cache, { recursive: true, force: true }),
    ({ cache }) => truncate(join(cache, 'manifest.jsonl'), 100).catch(() => {}),
    ({ cache }) => appendFile(join(cache, 'articles-0.log'), 'rubbish').catch(() => {}),
    ({ cache }) => damage(join(cache, 'articles-0.log')),
    ({ cache }) => damage(join(cache, 'manifest.jsonl')),
  ),
  { freq: 4 },
);

async function damage(file: string): Promise<void> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  for (let at = 5; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 1;
  if (bytes.length > 0) await writeFile(file, bytes);
}

const settings = fc.record(
  {
    invalid: fc.constantFrom('fail', 'skip'),
    trustedHtml: fc.boolean(),
    site: oneOf(['http://127.0.0.1:1', 'http://127.0.0.1:2']),
    articleUrl: oneOf(['{site}/{slug}', 'https://b.example/{slug}']),
    now: fc.constantFrom(1_700_000_000, 1_800_000_000, 1_900_000_000),
    contentOptions: fc.constantFrom(
      { ...defaultContentOptions, exclude: ['deep/**'] },
      { ...defaultContentOptions, timeZone: 'Asia/Tokyo', frontMatter: { slug: ['title'] } },
      { ...defaultContentOptions, maxFileSize: 200 },
    ),
  },
  { requiredKeys: [] },
);

const runs = amount({ test: 1, all: 6, soak: 500 });

test('whatever was edited between two builds, the second is as one without a cache', {
  tags: ['scaled'],
  timeout: 30_000 + runs * 6000,
}, async () => {
  const steps = fc.array(
    fc.tuple(fc.array(edits, { minLength: 1, maxLength: 3 }), accidents, fc.option(settings, { freq: 5 })),
    {
      minLength: 3,
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const links = paths.map((path) => `[link](/${path}) ![picture](/${pictures[0]})`).join('\n\n');
      const start = paths.map((path) => [path, `---\npublish_at: 2024-01-01\n---\n${links}\n`]);
      const project = await makeProject(Object.fromEntries(start));
      await expectAlike(project);
      for (const [edit, accident, options] of list) {
        for (const each of edit) await each(project.content);
        await accident?.(project);
        await expectAlike(project, { invalid: 'skip', ...options });
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
});

test('whatever was edited between two builds of one process, the second is as one by another process', {
  tags: ['long'],
  timeout: 30_000 + runs * 6000,
}, async () => {
  const steps = fc.array(fc.array(edits, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const project = await makeProject({ 'a.md': '---\npublish_at: 2024-01-01\n---\n[b](b.md#x)\n' });
      const { content, out, cache } = project;
      await withBuilder({ ...buildDefaults, content, out, cache, allowEmpty: true }, async (builder) => {
        let before = await textsOf(content);
        for (const edit of list) {
          for (const each of edit) await each(content);
          const build = async (): Promise<BuildResult> => {
            await settle();
            return builder.build({ now: 1_700_000_000, write: 'quick' }, findSaved(before, await textsOf(content)));
          };
          await expectAlike(project, { now: 1_700_000_000 }, build);
          before = await textsOf(content);
        }
      });
    }),
    { numRuns: runs, endOnFailure: true },
  );
});

/** An article whose text is all that mostly changes. */
const savedPost = fc
  .tuple(
    fc.option(oneOf(['expires: 2025-01-01', 'draft: true', 'slug: other-NAME', 'aliases: [old-NAME]', 'tags: [a]']), {
      freq: 9,
    }),
    fc.array(
      fc.oneof(
        { weight: 9, arbitrary: oneOf(['Text', '# Title', '[a](a.md)', '[b](b.md)', '![p](p.png)', '![q](q.png)']) },
        {
          weight: 1,
          arbitrary: oneOf([
            '[a](a.md#title)',
            '[own](#title)',
            '[no](no.md)',
            '![no](/no.png)',
            '$$x^2$$',
            '<script>',
          ]),
        },
      ),
      { maxLength: 3 },
    ),
  )
  .map(
    ([field, text]) => `---\npublish_at: 2024-01-01\n${field === null ? '' : `${field}\n`}---\n${text.join('\n\n')}\n`,
  );

test('whatever is saved in articles, a build of that alone is as one of all', {
  tags: ['long'],
  timeout: 30_000 + runs * 6000,
}, async () => {
  const names = ['a.md', 'b.md', 'c.md'];
  const saves = fc.array(fc.tuple(oneOf(names), savedPost), { minLength: 4, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(saves, async (list) => {
      const posts = names.map((name) => [name, '---\npublish_at: 2024-01-01\n---\n# Title\n']);
      const project = await makeProject({ ...Object.fromEntries(posts), 'p.png': 'p', 'q.png': 'q' });
      const { content, out, cache } = project;
      await withBuilder({ ...buildDefaults, content, out, cache, allowEmpty: true }, async (builder) => {
        await builder.build({ now: 1_700_000_000, write: 'quick' });
        for (const [i, [name, text]] of list.entries()) {
          // What expires is gone from the fourth on.
          const now = i < 3 ? 1_700_000_000 : 1_800_000_000;
          // Of two that ask for one name, the first has it.
          await writeFiles(content, { [name]: text.replace('NAME', name.charAt(0)) });
          await settle();
          await expectAlike(project, { now }, () => builder.build({ now, write: 'quick' }, [name]));
        }
      });
    }),
    { numRuns: runs, endOnFailure: true },
  );
});

test('a save of a text reads no record of another file', async () => {
  const post = (text: string): string => `---\npublish_at: 2024-01-01\n---\n# Title\n\n${text}\n`;
  const project = await makeProject({
    'a.md': post('First'),
    'b.md': post('[a](a.md) ![p](p.png)'),
    'c.md': post('[a](a.md#title)'),
    'p.png': 'picture',
  });
  const { content, out, cache } = project;
  await withBuilder({ ...buildDefaults, content, out, cache }, async (builder) => {
    const save = async (name: string, text: string) => {
      await writeFiles(content, { [name]: post(text) });
      await settle();
      return builder.build({ now: 1_800_000_000, write: 'quick' }, [name]);
    };
    expect((await builder.build({ now: 1_800_000_000, write: 'quick' })).linking).toBe(2);
    expect((await save('b.md', 'Second')).linking).toBe(1);
    let reads = 0;
    for (const record of builder.files().records.filter(({ path }) => path !== 'b.md'))
      for (const [key, value] of Object.entries(record))
        Object.defineProperty(record, key, {
          get() {
            reads++;
            return value;
          },
        });
    const saved = await save('b.md', '[c](c.md) ![p](p.png)');
    expect([reads, saved.linking, saved.articles]).toEqual([0, 2, 3]);
    // Another article leads to a heading of this one.
    await save('a.md', 'Third');
    expect(reads).toBeGreaterThan(0);
    await expectAlike(project, { now: 1_800_000_000 });
  });
});

/** All files of a folder by their paths. */
async function textsOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    await Promise.all(files.map(async (file) => [relative(folder, file), await readFile(file, 'latin1')] as const)),
  );
}

/** What `galley dev` gives to a build: the paths of files that were saved; undefined where one came or went. */
function findSaved(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] | undefined {
  if (before.size !== after.size || [...before.keys()].some((path) => !after.has(path))) return undefined;
  return [...after.keys()].filter((path) => after.get(path) !== before.get(path));
}

test('the cache is not written where nothing changed, and once where a file was touched', {
  tags: ['long'],
}, async () => {
  const project = await makeProject({ 'a.md': '---\npublish_at: 2024-01-01\n---\nText\n' });
  const manifest = async (): Promise<string> => {
    await project.build();
    return readFile(join(project.cache, 'manifest.jsonl'), 'utf8');
  };
  await project.build();
  const first = await manifest();
  expect(await manifest()).toBe(first);
  const [page = ''] = (await readdir(join(project.api, 'pages'))).filter((name) => name.endsWith('.json'));
  await utimes(join(project.api, 'pages', page), 1e9, 1e9);
  const touched = await manifest();
  expect(touched).not.toBe(first);
  expect(await manifest()).toBe(touched);
});

test('under another address of the site only those articles are made again that show it', {
  tags: ['long'],
}, async () => {
  const post = (body: string, more = '') => `---\npublish_at: 2024-01-01\n${more}---\n${body}\n`;
  const project = await makeProject({
    'plain.md': post('Text, a [heading](#a), and a [page](https://b.example/).\n\n# A'),
    'hidden.md': post('[plain](plain.md)', 'draft: true\n'),
    'link.md': post('[plain](plain.md)'),
    'picture.md': post('![p](p.png)'),
    'header.md': post('Text', 'header_image: p.png\n'),
    'rooted.md': post('Text', 'header_image: /elsewhere.png\n'),
    'p.png': 'picture',
  });
  const made = async (site: string): Promise<number> => {
    let count = 0;
    await project.build({
      site,
      onProgress(stage, _, total) {
        if (stage === 'rendering') count = total;
      },
    });
    return count;
  };
  expect(await made('http://127.0.0.1:1')).toBe(5);
  expect(await made('http://127.0.0.1:1')).toBe(0);
  expect(await made('http://127.0.0.1:2')).toBe(4);
  await expectAlike(project, { site: 'http://127.0.0.1:3' });
});

test('the same bytes whatever the number of workers', { tags: ['long', 'soak'], timeout: 60_000 }, async () => {
  const project = await makeProject();
  const count = amount({ test: 40, all: 250, soak: 250 });
  const names = Array.from({ length: count }, (_, i) => `${i % 7}/post-${i}.md`);
  const files = names.map((name, i) => [
    name,
    `---\npublish_at: 2024-01-${1 + (i % 28)}\n---\n# Post ${i}\n\n[next](/${names[i + 1] ?? 'gone.md'}#post-${i + 1 + (i % 2)}) ![p](/p.png)\n`,
  ]);
  await writeFiles(project.content, { ...Object.fromEntries(files), 'p.png': 'picture' });
  // Each thread takes half a second to start.
  const workers = firstOf(2, [{}, { workers: 2 }, { workers: 1 }, { workers: 3 }]);
  const colds = await Promise.all(workers.map((each) => project.buildCold(each)));
  const [first, ...others] = await Promise.all(colds.map(({ out }) => bytesOf(out)));
  for (const tree of others) expect(tree).toEqual(first);
  // Renamed, so that articles are set again from what the cache has of their bodies.
  await project.build();
  await rename(join(project.content, '0'), join(project.content, 'moved'));
  await rm(project.out, { recursive: true });
  await expectAlike(project, firstOf(1, [{}, { workers: 2 }]).at(-1));
});

test('a file that is saved while it is built is set from one reading of it', async () => {
  const link = (slug: string, text: string) => `---\npublish_at: 2024-01-01\nslug: ${slug}\n---\n[${text}](b.md)\n`;
  const project = await makeProject({ 'a.md': link('one', 'first'), 'b.md': '---\npublish_at: 2024-01-02\n---\nB\n' });
  let isSaved = false;
  await project.build({
    onProgress(stage, done, total) {
      if (isSaved || stage !== 'reading' || done < total) return;
      isSaved = true;
      writeFileSync(join(project.content, 'a.md'), link('two', 'second'));
    },
  });
  expect(isSaved).toBe(true);
  const tree = Object.entries(await bytesOf(project.out)).filter(([path]) => path.includes('/articles/'));
  const texts = tree.map(([, bytes]) => gunzipSync(Buffer.from(bytes, 'latin1')).toString());
  const sets = texts.map((text) => [/"slug":"(\w+)"/.exec(text)?.[1], />(first|second)</.exec(text)?.[1]]);
  expect(sets).toContainEqual(['one', 'first']);
  await expectAlike(project);
});

test('an article that gets the slug of one that is gone is made again', async () => {
  const post = (id: number) => `---\npublish_at: 2024-01-0${id}\nid: ${id}\n---\nText\n`;
  const project = await makeProject({ 'a/x.md': post(1), 'b/x.md': post(2) });
  await project.build();
  await project.remove('a/x.md');
  await expectAlike(project);
  expect(await project.article('x')).toMatchObject({ id: 2, slug: 'x' });
});

test('a file with errors is read again, whatever its state on disk', async () => {
  const project = await makeProject({ '2026-01-01-good.md': 'A\n', 'bad.md': '---\ndate: 2026-02-31\n---\nText\n' });
  const read: number[] = [];
  const onProgress: BuildOptions['onProgress'] = (stage, _, total) => {
    if (stage === 'reading') read.push(total);
  };
  await project.build();
  await project.build({ onProgress });
  expect(read).toEqual([1]);
});

async function sizesOfLogs({ cache }: Project): Promise<number[]> {
  const logs = (await readdir(cache)).filter((name) => name.endsWith('.log'));
  return Promise.all(logs.map(async (name) => (await stat(join(cache, name))).size));
}

describe('a cache', () => {
  const files = { 'a.md': '---\npublish_at: 2024-01-01\n---\nA\n', 'b.md': '---\npublish_at: 2024-01-02\n---\nB\n' };

  test('that cannot be written, or that another build has, is done without', { tags: ['long'] }, async () => {
    const project = await makeProject(files);
    await writeFile(project.cache, 'a file where the folder should be');
    await expectAlike(project);
    await rm(project.cache);
    await writeFiles(project.cache, { lock: `1 another-machine\n` });
    await expectAlike(project);
    expect(await readdir(project.cache)).toEqual(['lock']);
  });

  test('keeps nothing that the last build did not use, once that is more than 8 MiB', { tags: ['long'] }, async () => {
    const project = await makeProject(files);
    await project.build();
    const sizeAfter = async (dead: number): Promise<number> => {
      const [name = ''] = (await readdir(project.cache)).filter((each) => each.endsWith('.log'));
      // Zeros in place of articles as they once were.
      await truncate(join(project.cache, name), dead);
      await project.build();
      const [size, ...others] = await sizesOfLogs(project);
      expect(others).toEqual([]);
      return size ?? 0;
    };
    expect(await sizeAfter(8 * 2 ** 20)).toBe(8 * 2 ** 20);
    expect(await sizeAfter(9 * 2 ** 20)).toBeLessThan(10_000);
    await expectAlike(project);
  });
});

test('a new article changes its page, its own file, its shard, the index and the pointer', async () => {
  const names = Array.from({ length: 110 }, (_, i) => [
    `post-${i}.md`,
    `---\npublish_at: 2024-01-01T00:00:${10 + (i % 50)}\n---\nPost ${i}\n`,
  ]);
  const project = await makeProject(Object.fromEntries(names));
  await project.build();
  await writeFiles(project.content, { 'newest.md': '---\npublish_at: 2024-02-01\n---\nNewest\n' });
  expect((await project.build()).written).toMatchObject({ written: 8 });
  await writeFiles(project.content, { 'newest.md': '---\npublish_at: 2024-02-01\n---\nNewer still\n' });
  // Its shard stays: it holds what the article is called and where it stands.
  expect((await project.build()).written).toMatchObject({ written: 7 });
});

test('a formula in one article makes formulas in all others, as long as it is there', { tags: ['long'] }, async () => {
  const project = await makeProject({
    'a.md': '---\ndate: 2024-01-01\n---\na $x*y*$\n',
    'b.md': '---\ndate: 2024-01-02\n---\nb\n',
  });
  const first = await project.build();
  const before = await bytesOf(project.out);
  await writeFiles(project.content, { 'b.md': '---\ndate: 2024-01-02\n---\nb $$x^2$$\n' });
  expect(first.dialects).toEqual([]);
  expect((await expectAlike(project)).dialects).toEqual(['tex']);
  expect(Object.values(await bytesOf(project.out)).join('\n')).toContain('math inline');
  await writeFiles(project.content, { 'b.md': '---\ndate: 2024-01-02\n---\nb\n' });
  expect((await expectAlike(project)).dialects).toEqual([]);
  expect(Object.keys(await bytesOf(project.out))).toEqual(expect.arrayContaining(Object.keys(before)));
});
