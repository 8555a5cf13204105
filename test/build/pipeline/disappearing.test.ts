import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildOnce } from '../../../build/pipeline/builder.ts';
import type { BuildOptions } from '../../../build/pipeline/options.ts';
import { Pointer, pointerPath } from '../../../src/core/format.ts';
import { writeFiles } from '../../support/command.ts';
import { treeOf } from '../../support/files.ts';
import { makeFolder } from '../../support/server.ts';

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
const modes = ['stop', 'leave-out'] as const;

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

test.each(stages.flatMap((stage) => modes.map((faulty) => ({ stage, faulty }))))(
  'a content folder that disappears while $stage, faulty: $faulty: nothing is published, and the message is clear',
  async ({ stage, faulty }) => {
    const { folder, content, out, build, pointer } = await makeProject();
    const [before, tree] = [await pointer(), await treeOf(out)];
    const gone = once(stage, () => renameSync(content, join(folder, 'gone')));
    await expect(build({ ...gone, faulty })).rejects.toThrow(
      `The content folder ${content} does not exist. Name the folder`,
    );
    expect(await pointer()).toBe(before);
    expect(await treeOf(out)).toEqual(tree);
    await rename(join(folder, 'gone'), content);
    expect((await build()).written?.release).toBe(before);
  },
);

test.each(stages.flatMap((stage) => modes.map((faulty) => ({ stage, faulty }))))(
  'a content folder that is emptied while $stage, faulty: $faulty: no empty release is published',
  async ({ stage, faulty }) => {
    const { content, build, pointer } = await makeProject();
    const before = await pointer();
    const emptied = once(stage, () => {
      rmSync(content, { recursive: true });
      mkdirSync(content);
    });
    expect(await build({ ...emptied, faulty })).toMatchObject({ refused: 'empty', written: null });
    expect(await pointer()).toBe(before);
  },
);

test.each(modes)(
  'a file that is deleted while it is to be read, faulty: %s: all others are published',
  async (faulty) => {
    const { content, build } = await makeProject();
    const result = await build({ ...once('reading', () => rmSync(join(content, 'a7.md'))), faulty });
    expect(result).toMatchObject({ files: 20, articles: 20, faulty: [] });
    expect(result.written).not.toBeNull();
  },
);

test('a file that is changed all through the build stops it, and what was served stays', async () => {
  const { content, build, pointer } = await makeProject();
  const before = await pointer();
  let n = 0;
  const onProgress = (stage: string) => {
    if (stage === 'rendering' || stage === 'reading') writeFileSync(join(content, 'a7.md'), post(`again ${n++}`));
  };
  await expect(build({ onProgress })).rejects.toThrow('Files were changed all through the build. Build again.');
  expect(await pointer()).toBe(before);
});
