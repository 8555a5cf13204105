import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countOthers } from '../count-others.ts';
import { contentPath, standardLength, writeContent } from '../data.ts';
import { galleyOut, runGalleyBuild } from '../galley.ts';
import { makeMarkdown } from '../make-markdown.ts';
import type { Row } from '../row.ts';
import { toCount } from '../to-count.ts';

export const changedFilesRow: Row = {
  name: 'changed-files',
  group: 'size',
  about: 'the files of a release that one new article changes',
  async run({ options, folder, result, report }) {
    const content = join(folder, 'content');
    const count = options.articles;
    report('first build');
    await mkdir(folder, { recursive: true });
    writeContent(content, count, standardLength);
    await runGalleyBuild(folder, content);
    const before = await listFiles(galleyOut(folder));
    report('second build');
    await mkdir(join(content, contentPath(count + 1), '..'), { recursive: true });
    // As authors write it, without an id: that of its slug lies in the same shard.
    await writeFile(
      join(content, contentPath(count + 1)),
      makeMarkdown(count + 1, standardLength).replace(/^id: .*\n/m, ''),
    );
    await runGalleyBuild(folder, content);
    const after = await listFiles(galleyOut(folder));
    const changed = [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
    result.figures.push({
      row: 'changed-files',
      what:
        `files that change with one newest article after ${toCount(count)}, ` +
        'beside a page file, the article, its shard, the index and the pointer',
      value: countOthers(changed),
      unit: `of ${changed.length}`,
      atMost: 0,
      detail: changed.map(shorten).sort().join(', '),
    });
    await rm(content, { recursive: true });
  },
};

/** Every file below a folder, with the hash of what it holds. */
async function listFiles(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    files.set(file.slice(folder.length + 1), hash);
  }
  return files;
}

/** Hashes are long, and say nothing to people. */
function shorten(name: string): string {
  return name.replace(/^api\/v1\//, '').replace(/[0-9a-f]{16,}/g, (hash) => `${hash.slice(0, 4)}…`);
}
