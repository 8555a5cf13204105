import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { detectDialects } from '../../../build/dialects/index.ts';
import { type Builder, withBuilder } from '../../../build/pipeline/builder.ts';
import { buildDefaults, makeProject } from '../../support/project.ts';

const dated = '---\ndate: 2024-01-01\n---\nText\n';

test('an ignore file above the content folder hides, in each build as it then is', async () => {
  const { folder, content, out, cache, build } = await makeProject({
    'a.md': dated,
    'b.md': dated,
    'c.md': 'no date, and [a](a.md)\n',
  });
  const ignore = (lines: string): Promise<void> => writeFile(join(folder, '.eleventyignore'), lines);
  await ignore('content/a.md\n');
  const dialects = detectDialects(content, {}, folder);
  const count = async (builder: Builder, changed?: readonly string[]) => {
    const { articles, others } = await builder.build(buildDefaults, changed);
    return [articles, others.generator ?? 0];
  };
  await withBuilder({ ...buildDefaults, content, out, cache, dialects }, async (builder) => {
    expect(await count(builder)).toEqual([1, 1]);
    await ignore('content/*.md\n');
    expect(await count(builder, [])).toEqual([0, 3]);
    await ignore('content/b.md\n');
    expect(await count(builder, [])).toEqual([1, 1]);
  });
  // The store of earlier builds has it.
  expect(await build({ dialects })).toMatchObject({
    articles: 1,
    hiding: [{ rule: 'eleventy-ignore', hidden: 1, files: 3, path: 'b.md', from: '.eleventyignore' }],
  });
  await rm(join(folder, '.eleventyignore'));
  expect(await build({ dialects })).toMatchObject({ articles: 2, hiding: [] });
});
