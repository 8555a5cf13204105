import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BuildOptions } from '../../../build/pipeline/options.ts';
import { Pointer, pointerPath } from '../../../src/core/format.ts';
import { firstOf } from '../../support/amount.ts';
import { writeFiles } from '../../support/command.ts';
import { bytesOf, treeOf } from '../../support/files.ts';
import { makeProject } from '../../support/project.ts';
import { onCall, replaceByLink } from '../../support/swap.ts';

const post = (text: string) => `---\npublish_at: 2026-01-01\n---\n${text}\n\n![p](p.png)\n`;

/** Files that were published. */
async function makePublished() {
  const names = Array.from({ length: 9 }, (_, i) => [`a${i}.md`, post(`${i}`)]);
  const files = { ...Object.fromEntries(names), 'p.png': 'picture', 'deep/b.md': post('b') };
  const project = await makeProject(files);
  const { api, forget } = project;
  const pointer = async () => Pointer.parse(JSON.parse(await readFile(join(api, pointerPath), 'utf8'))).release;
  await project.build();
  return {
    ...{ ...project, pointer },
    /** Without what the last one found, so that everything is read. */
    build: (options: Partial<BuildOptions> = {}) => forget().then(() => project.build(options)),
  };
}

const modes = ['fail', 'skip'] as const;
const moments = [
  { stage: 'reading', invalid: 'fail' },
  { stage: 'rendering', invalid: 'skip' },
  { stage: 'reading', invalid: 'skip' },
  { stage: 'rendering', invalid: 'fail' },
] as const;

/** Calls `work` once a stage has begun. */
const once = (stage: string, work: () => void): Required<Pick<BuildOptions, 'onProgress'>> => {
  let isDone = false;
  return {
    onProgress(current) {
      if (isDone || current !== stage) return;
      isDone = true;
      work();
    },
  };
};

test.each(firstOf(2, moments))(
  'a content folder that disappears while $stage, invalid: $invalid: nothing is published, and the message is clear',
  { tags: ['scaled'] },
  async ({ stage, invalid }) => {
    const { folder, content, out, build, pointer } = await makePublished();
    const [before, tree] = [await pointer(), await treeOf(out)];
    const gone = once(stage, () => renameSync(content, join(folder, 'gone')));
    await expect(build({ ...gone, invalid })).rejects.toThrow(
      `The content folder ${content} does not exist. Name the folder`,
    );
    expect(await pointer()).toBe(before);
    expect(await treeOf(out)).toEqual(tree);
    await rename(join(folder, 'gone'), content);
    expect((await build()).written?.release).toBe(before);
  },
);

test.each(firstOf(2, moments))(
  'a content folder that is emptied while $stage, invalid: $invalid: no empty release is published',
  { tags: ['scaled'] },
  async ({ stage, invalid }) => {
    const { content, build, pointer } = await makePublished();
    const before = await pointer();
    const emptied = once(stage, () => {
      rmSync(content, { recursive: true });
      mkdirSync(content);
    });
    // What was read by then is published.
    const isRead = stage === 'rendering';
    const expected = isRead ? { refused: null, written: { release: before } } : { refused: 'empty', written: null };
    expect(await build({ ...emptied, invalid })).toMatchObject(expected);
    expect(await pointer()).toBe(before);
  },
);

test.each(modes)(
  'a file that is deleted while it is to be read, invalid: %s: all others are published',
  async (invalid) => {
    const { content, build } = await makePublished();
    const result = await build({ ...once('reading', () => rmSync(join(content, 'a7.md'))), invalid });
    expect(result).toMatchObject({ files: 9, articles: 9, invalid: [] });
    expect(result.written).not.toBeNull();
  },
);

/** What readers could get of a release, as text. */
const publishedText = async (out: string): Promise<string> => Object.values(await bytesOf(out)).join('\n');

const secret = { 'outside/a.md': post('SECRET'), 'outside/b.md': post('SECRET'), 'outside/p.png': 'SECRET' };

test.each(['deep', 'a7.md'])(
  '%s that becomes a link to outside while it is to be read: nothing from there is published',
  { tags: ['long'] },
  async (name) => {
    const { folder, content, out, build } = await makePublished();
    await writeFiles(folder, secret);
    const target = join(folder, 'outside', name === 'deep' ? '.' : 'a.md');
    const result = await build(once('reading', () => void replaceByLink(join(content, name), target)));
    expect(result.problems.filter(({ code }) => code === 'symbolic-link')).toMatchObject([{ path: name }]);
    expect(result).toMatchObject({ files: 9, articles: 9 });
    expect(await publishedText(out)).not.toContain('SECRET');
  },
);

test('a folder that becomes a file while it is to be listed: all others are published', async () => {
  const { content, build } = await makePublished();
  onCall('readdir', 'deep', {
    before() {
      rmSync(join(content, 'deep'), { recursive: true });
      writeFileSync(join(content, 'deep'), '');
    },
  });
  expect(await build()).toMatchObject({ files: 9, articles: 9 });
});

test('an image that becomes a link to outside while it is to be read: nothing from there is published', async () => {
  const { folder, content, out, build } = await makePublished();
  await writeFiles(folder, secret);
  await rm(join(out, 'media'), { recursive: true });
  // The look after which it is read.
  let looks = 0;
  const swap = (): void => {
    if (++looks === 2) replaceByLink(join(content, 'p.png'), join(folder, 'outside/p.png'));
    else onCall('statSync', 'p.png', { after: swap });
  };
  onCall('statSync', 'p.png', { after: swap });
  const result = await build();
  expect(looks).toBe(2);
  expect(result.problems.some(({ code }) => code === 'missing-image')).toBe(true);
  expect(await publishedText(out)).not.toContain('SECRET');
});

test('a file that is renamed at each try is reported, and all others are published', { tags: ['long'] }, async () => {
  const { content, build, pointer } = await makePublished();
  const before = await pointer();
  let name = 'a7.md';
  let renamed = 0;
  const onProgress = (stage: string, done: number) => {
    if (stage !== 'reading' || done !== 1) return;
    const other = name === 'a7.md' ? 'b7.md' : 'a7.md';
    renameSync(join(content, name), join(content, other));
    name = other;
    renamed++;
  };
  const result = await build({ onProgress });
  expect(renamed).toBe(3);
  expect(result.invalid).toEqual([{ path: 'a7.md', isOlder: true, isWithdrawn: false }]);
  // The article that readers have stays.
  expect(await pointer()).toBe(before);
});

test('a file that changes during the whole build is published as it was read once', async () => {
  const { content, out, build } = await makePublished();
  let n = 0;
  const onProgress = (stage: string) => {
    if (stage === 'rendering' || stage === 'reading') writeFileSync(join(content, 'a7.md'), post(`again ${n++}`));
  };
  await build({ onProgress });
  const text = await publishedText(out);
  const found = new Set([...text.matchAll(/again \d+/g)].map(([each]) => each));
  expect([n > 2, found.size]).toEqual([true, 1]);
});
