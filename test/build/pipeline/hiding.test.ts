import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { detectDialects } from '../../../build/dialects/index.ts';
import { defaultContentOptions } from '../../../build/front-matter/options.ts';
import { type Builder, buildOnce, withBuilder } from '../../../build/pipeline/builder.ts';
import type { BuildOptions } from '../../../build/pipeline/options.ts';
import { writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';

const dated = '---\ndate: 2024-01-01\n---\nText\n';
const moment = { now: Date.UTC(2026, 5, 1) / 1000, write: 'quick' } as const;

async function makeSite(files: Record<string, string>, notHiding: readonly string[] = []) {
  const site = await makeFolder();
  await writeFiles(site, files);
  const content = join(site, 'posts');
  const options: BuildOptions = {
    ...{ content, out: join(site, 'public'), cache: join(site, 'cache'), site: 'https://a.example' },
    ...{ articleUrl: '{site}/{slug}', trustedHtml: false, dialects: detectDialects(content, {}, site) },
    contentOptions: { ...defaultContentOptions, notHiding },
  };
  return { site, options };
}

test('an ignore file above the content folder hides, in each build as it then is', async () => {
  const { site, options } = await makeSite({
    '.eleventyignore': 'posts/a.md\n',
    'posts/a.md': dated,
    'posts/b.md': dated,
    'posts/c.md': 'no date, and [a](a.md)\n',
  });
  const ignore = (lines: string): Promise<void> => writeFile(join(site, '.eleventyignore'), lines);
  const count = async (builder: Builder, changed?: readonly string[]) => {
    const { articles, others } = await builder.build(moment, changed);
    return [articles, others.generator ?? 0];
  };
  await withBuilder(options, async (builder) => {
    expect(await count(builder)).toEqual([1, 1]);
    await ignore('posts/*.md\n');
    expect(await count(builder, [])).toEqual([0, 3]);
    await ignore('posts/b.md\n');
    expect(await count(builder, [])).toEqual([1, 1]);
  });
  // The store of earlier builds has it.
  expect(await buildOnce({ ...options, ...moment })).toMatchObject({
    articles: 1,
    hiding: [{ rule: 'eleventy-ignore', hidden: 1, files: 3, path: 'b.md', from: '.eleventyignore' }],
  });
  await rm(join(site, '.eleventyignore'));
  expect(await buildOnce({ ...options, ...moment })).toMatchObject({ articles: 2, hiding: [] });
});
