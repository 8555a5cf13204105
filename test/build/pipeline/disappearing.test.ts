import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildOnce } from '../../../build/pipeline/builder.ts';
import type { BuildOptions } from '../../../build/pipeline/options.ts';
import { Pointer, pointerPath } from '../../../src/core/format.ts';
import { writeFiles } from '../../support/command.ts';
import { treeOf } from '../../support/files.ts';
import { makeFolder } from '../../support/server.ts';
import { onCall, replaceByLink } from '../../support/swap.ts';

const post = (text: string) => `---\npublish_at: 2026-01-01\n---\n${text}\n\n![p](p.png)\n`;

/** Files that were published. */
async function makeProject() {
  const folder = await makeFolder();
  const [content, out] = [join(folder, 'content'), join(folder, 'public')];
  const names = Array.from({ length: 20 }, (_, i) => [`a${i}.md`, post(`${i}`)]);
  await writeFiles(content, { ...Object.fromEntries(names), 'p.png': 'picture', 'deep/b.md': post('b') });
  const fixed = {
    site: 'https://a.example',
    articleUrl: '{site}/{slug}',
    trustedHtml: false,
    now: 1_780_000_000,
    write: 'quick' as const,
  };
  let builds = 0;
  const build = (options: Partial<BuildOptions> = {}) =>
    // Without a cache, so that each build reads everything.
    buildOnce({ ...fixed, content, out, cache: join(folder, `cache-${builds++}`), ...options });
  const pointer = async () =>
    Pointer.parse(JSON.parse(await readFile(join(out, 'api/v1', pointerPath), 'utf8'))).release;
  await build();
  return { folder, content, out, build, pointer };
}

const stages = ['reading', 'rendering'] as const;
const modes = ['fail', 'skip'] as const;

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

test.each(stages.flatMap((stage) => modes.map((invalid) => ({ stage, invalid }))))(
  'a content folder that disappears while $stage, invalid: $invalid: nothing is published, and the message is clear',
  async ({ stage, invalid }) => {
    const { folder, content, out, build, pointer } = await makeProject();
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

test.each(stages.flatMap((stage) => modes.map((invalid) => ({ stage, invalid }))))(
  'a content folder that is emptied while $stage, invalid: $invalid: no empty release is published',
  async ({ stage, invalid }) => {
    const { content, build, pointer } = await makeProject();
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
    const { content, build } = await makeProject();
    const result = await build({ ...once('reading', () => rmSync(join(content, 'a7.md'))), invalid });
    expect(result).toMatchObject({ files: 20, articles: 20, invalid: [] });
    expect(result.written).not.toBeNull();
  },
);

/** What readers could get of a release, as text. */
async function publishedText(out: string): Promise<string> {
  const names = (await readdir(out, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const files = await Promise.all(names.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
  return files.join('\n');
}

const secret = { 'outside/a.md': post('SECRET'), 'outside/b.md': post('SECRET'), 'outside/p.png': 'SECRET' };

test.each(['deep', 'a7.md'])(
  '%s that becomes a link to outside while it is to be read: nothing from there is published',
  async (name) => {
    const { folder, content, out, build } = await makeProject();
    await writeFiles(folder, secret);
    const target = join(folder, 'outside', name === 'deep' ? '.' : 'a.md');
    const result = await build(once('reading', () => void replaceByLink(join(content, name), target)));
    expect(result.problems.filter(({ code }) => code === 'symbolic-link')).toMatchObject([{ path: name }]);
    expect(result).toMatchObject({ files: 20, articles: 20 });
    expect(await publishedText(out)).not.toContain('SECRET');
  },
);

test('a folder that becomes a file while it is to be listed: all others are published', async () => {
  const { content, build } = await makeProject();
  onCall('readdir', 'deep', {
    before() {
      rmSync(join(content, 'deep'), { recursive: true });
      writeFileSync(join(content, 'deep'), '');
    },
  });
  expect(await build()).toMatchObject({ files: 20, articles: 20 });
});

test('an image that becomes a link to outside while it is to be read: nothing from there is published', async () => {
  const { folder, content, out, build } = await makeProject();
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

test('a file that is renamed at each try stops the build, and what was served stays', async () => {
  const { content, build, pointer } = await makeProject();
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
  await expect(build({ onProgress })).rejects.toThrow('Files changed again and again during the build. Build again.');
  expect(renamed).toBe(10);
  expect(await pointer()).toBe(before);
});

test('a file that changes during the whole build is published as it was read once', async () => {
  const { content, out, build } = await makeProject();
  let n = 0;
  const onProgress = (stage: string) => {
    if (stage === 'rendering' || stage === 'reading') writeFileSync(join(content, 'a7.md'), post(`again ${n++}`));
  };
  await build({ onProgress });
  const text = await publishedText(out);
  const found = new Set([...text.matchAll(/again \d+/g)].map(([each]) => each));
  expect([n > 2, found.size]).toEqual([true, 1]);
});
