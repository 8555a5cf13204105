import { existsSync, readlinkSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { hashBytes } from '../../../build/source/hash-bytes.ts';
import { createFetchHandler } from '../../../src/adapters/fetch.ts';
import { sha256 } from '../../../src/adapters/node/keys/new-key.ts';
import { diskStorage } from '../../../src/storage/disk.ts';
import { writeFiles } from '../../support/command.ts';
import { has } from '../../support/needs.ts';
import { makeProject } from '../../support/project.ts';
import { key } from '../../support/release.ts';

const canName = has('the names of open files in /proc', existsSync('/proc/self/fd'));

interface Flushed {
  /** Hashes of the contents of files. */
  files: Set<string>;
  /** Below the folder of the release. */
  folders: string[];
  /** How many files, and folders, were flushed before the pointer was. */
  before: number;
  count: number;
}

/** What `work` flushes below `out`. */
async function watch(out: string, work: () => Promise<unknown>): Promise<Flushed> {
  const found: Flushed = { files: new Set(), folders: [], before: 0, count: 0 };
  const handle = await open('/dev/null');
  const { sync } = Object.getPrototypeOf(handle) as FileHandle;
  const spy = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementation(async function (this: FileHandle) {
    const path = readlinkSync(`/proc/self/fd/${this.fd}`);
    const isFolder = (await this.stat()).isDirectory();
    found.count++;
    if (isFolder) found.folders.push(path.slice(out.length + 1));
    else found.files.add(hashBytes(await readFile(path)));
    if (/\/release\.json\b/.test(path)) found.before = found.count - 1;
    return sync.call(this);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
    await handle.close();
  }
  return found;
}

test.skipIf(!canName)(
  'each file that readers need, media and open pages too, is on the disk with its name before the pointer moves',
  async () => {
    const files = {
      'a.md': '---\ndate: 2024-01-01\n---\n# A\n\nText ![drawing](d.svg)\n',
      'd.svg': `<svg>${'<path d="M0 0h1"/>'.repeat(99)}</svg>`,
    };
    const { out, build } = await makeProject(files, { write: 'durable' });
    const first = await watch(out, build);
    const entries = await readdir(out, { recursive: true, withFileTypes: true });
    // An article by itself is a second copy of what its page holds.
    const written = entries.filter((entry) => entry.isFile() && !/articles/.test(entry.parentPath));
    for (const { parentPath, name } of written) {
      expect([...first.files], name).toContain(hashBytes(await readFile(join(parentPath, name))));
    }
    const folders = new Set(written.map(({ parentPath }) => parentPath.slice(out.length + 1)));
    expect(new Set(first.folders)).toEqual(new Set([...folders, 'api', 'api/v1']));
    // Behind it comes its own folder alone.
    expect([first.count - first.before, first.folders.at(-1)]).toEqual([2, 'api/v1']);
    expect(first.folders.filter((each) => each === 'media')).toHaveLength(1);

    // Nothing is new: the folders that hold the release, and no file.
    const again = await watch(out, build);
    expect([again.files.size, again.folders]).toEqual([0, ['api/v1', 'api', '']]);

    await rm(join(out, 'openapi.json'));
    await writeFiles(out, { 'favicon.svg': '', 'index.html': '' });
    const repaired = await watch(out, build);
    expect([repaired.files.size, repaired.folders]).toEqual([3, again.folders]);
  },
);

test.skipIf(!canName)(
  'where a power cut takes all that was not flushed, readers get the same, and the next build mends it',
  async () => {
    const texts = Array.from({ length: 30 }, (_, i) => [
      `${i}.md`,
      `---\ndate: 2024-01-01\n---\n# ${i}\n\nText ${i}.\n`,
    ]);
    const { out, build } = await makeProject(Object.fromEntries(texts), { write: 'durable' });
    const { files } = await watch(out, build);
    const before = await answers(out);
    const entries = await readdir(out, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    let truncated = 0;
    for (const path of paths) {
      if (files.has(hashBytes(await readFile(path)))) continue;
      await truncate(path, truncated++ % 2 === 0 ? 0 : 9);
    }
    expect(truncated).toBe(texts.length);
    expect(await answers(out)).toEqual(before);
    const { written } = await build();
    expect(written?.repaired).toHaveLength(texts.length);
    expect(await answers(out)).toEqual(before);
  },
);

/** What readers get of all articles, by an adapter that reads pages, and by one that reads articles by themselves. */
async function answers(out: string): Promise<string[]> {
  const disk = diskStorage(out);
  const keys = () => [{ name: 'tests', digest: sha256(key) }];
  const handlers = [disk, { ...disk, isWhole: true as const }].map((storage) => createFetchHandler({ storage, keys }));
  const found: string[] = [];
  for (const handle of handlers) {
    const get = async (target: string): Promise<string> => {
      const response = await handle(new Request(`http://localhost${target}`, { headers: { 'X-Api-Key': key } }));
      return `${response.status} ${await response.text()}`;
    };
    const list = await Promise.all([1, 2].map((page) => get(`/api/v1/articles?per_page=100&page=${page}`)));
    const ids = list.flatMap((text) => [...text.matchAll(/"id":(\d+)/g)].map(([, id]) => id));
    found.push(...list, ...(await Promise.all(ids.map((id) => get(`/api/v1/articles/${id}`)))));
  }
  disk.close();
  return found;
}
