import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeGuideFiles } from '../../support/guide.ts';
import { contentPath, standardLength, writeContent } from '../data.ts';
import { galleyOut, key, runGalleyBuild, site, startGalley } from '../galley.ts';
import { makeMarkdown } from '../make-markdown.ts';
import { startRelay } from '../relay.ts';
import type { Row } from '../row.ts';
import { toCount } from '../to-count.ts';

interface Copy {
  pages: unknown[];
}

type Update = (copy: Copy, address: string, key: string) => Promise<Map<number, unknown>>;

/** What is published, by the content; null removes the file. */
type Change = (count: number) => { id: number; text: string | null }[];

const article = (id: number): string => makeMarkdown(id, standardLength);

const cases: [what: string, change: Change][] = [
  ['nothing was published', () => []],
  ['one article is new', (count) => [{ id: count + 1, text: article(count + 1) }]],
  [
    'ten are new',
    (count) => Array.from({ length: 10 }, (_, i) => ({ id: count + 1 + i, text: article(count + 1 + i) })),
  ],
  ['one was edited', (count) => [{ id: count / 2, text: `${article(count / 2)}\nA line.\n` }]],
  ['the newest was removed', (count) => [{ id: count, text: null }]],
  ['one in the middle was removed', (count) => [{ id: count / 2, text: null }]],
];

export const syncRow: Row = {
  name: 'sync',
  group: 'size',
  about: 'what it costs to bring a copy up to date with the code of the guide, beside reading everything',
  async run({ options, folder, result, report }) {
    const count = options.few;
    const content = join(folder, 'content');
    writeContent(content, count, standardLength);
    await runGalleyBuild(folder, content);
    await writeGuideFiles('crawling-without-gaps', ['update.mjs'], folder);
    const { update } = (await import(pathToFileURL(join(folder, 'update.mjs')).href)) as { update: Update };
    const server = await startGalley(folder);
    const relay = await startRelay(server.address);
    const fetchReally = globalThis.fetch;
    let statuses: string[] = [];
    // Links begin with the site that was built for.
    globalThis.fetch = async (address, init) => {
      const response = await fetchReally(String(address).replace(site, relay.address), init);
      statuses.push(init?.method === 'HEAD' ? 'HEAD' : String(response.status));
      return response;
    };
    try {
      const kept: Copy = { pages: [] };
      await measure('everything is read', kept);
      for (const [what, change] of cases) {
        report(what);
        const changes = change(count);
        for (const { id, text } of changes) await put(id, text);
        await publish();
        await measure(what, structuredClone(kept));
        for (const { id } of changes) await put(id, id > count ? null : article(id));
        await publish();
      }
    } finally {
      globalThis.fetch = fetchReally;
      relay.close();
      await server.stop();
    }

    async function put(id: number, text: string | null): Promise<void> {
      const path = join(content, contentPath(id));
      await mkdir(join(path, '..'), { recursive: true });
      if (text === null) await rm(path);
      else await writeFile(path, text);
    }

    /** Builds, and waits until that is served. */
    async function publish(): Promise<void> {
      await runGalleyBuild(folder, content);
      const pointer = JSON.parse(await readFile(join(galleyOut(folder), 'api', 'v1', 'release.json'), 'utf8'));
      for (let tries = 0; tries < 100; tries++) {
        const { headers } = await fetchReally(`${server.address}/api/v1/articles?per_page=1`, {
          method: 'HEAD',
          headers: { 'X-Api-Key': key },
        });
        if (headers.get('Galley-Release') === pointer.release) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error('The server does not activate what was built.');
    }

    async function measure(what: string, copy: Copy): Promise<void> {
      statuses = [];
      relay.received = 0;
      await update(copy, `${site}/api/v1/articles`, key);
      const found = [...new Set(statuses)].map(
        (status) => `${statuses.filter((one) => one === status).length} × ${status}`,
      );
      result.figures.push({
        row: 'sync',
        what: `of ${toCount(count)} articles, ${what}`,
        value: relay.received / 1000,
        unit: 'kB',
        detail: `${statuses.length} requests: ${found.join(', ')}`,
      });
    }
  },
};
