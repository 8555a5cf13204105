import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listPath } from '../../../src/core/links.ts';
import { contentPath } from '../data.ts';
import { fetchResponse } from '../fetch-response.ts';
import { key, startGalleyDev } from '../galley.ts';
import { percentile } from '../percentile.ts';
import type { Context, Row } from '../row.ts';
import { toCount } from '../to-count.ts';
import { withServers } from '../with-servers.ts';

/** Saves in a round. */
const saves = 8;

/** Milliseconds; new content that is not served by then never will be. */
const timeoutMs = 30_000;

/** Milliseconds; no save begins after that: where each takes long, few are enough. */
const maxSaveMs = 120_000;

export const devRow: Row = {
  name: 'dev',
  group: 'build',
  about: 'galley dev: from saving an article to its being served',
  run,
};

async function run(context: Context): Promise<void> {
  const { options, folder, report } = context;
  const { content } = await context.dataSet(options.articles);
  const found: number[] = [];
  await withServers(async (keep) => {
    report('first build');
    const { address } = await keep(startGalleyDev(folder, content));
    await untilServed(address, options.articles, '<h1');
    const end = performance.now() + maxSaveMs;
    for (let save = 0; save < saves * options.rounds && performance.now() < end; save++) {
      report(`save ${save + 1} of ${saves * options.rounds}`);
      // Articles of all ages, none twice, and no rhythm that a watcher could fall in with.
      const id = Math.ceil(((save + 0.5) / (saves * options.rounds)) * options.articles);
      await sleep(150 + (save % 7) * 30);
      found.push(await saveOne(address, join(content, contentPath(id)), id));
    }
  });
  context.result.figures.push({
    row: 'dev',
    what: `from saving one of ${toCount(options.articles)} to its being served, median`,
    value: percentile(found, 0.5),
    unit: 'ms',
    atMost: 50,
    detail: `p99 ${percentile(found, 0.99).toFixed(0)} ms, ${found.length} saves`,
  });
}

/** Milliseconds from the beginning of saving until the new text is read over HTTP; then the file is put back. */
async function saveOne(address: string, file: string, id: number): Promise<number> {
  const before = await readFile(file, 'utf8');
  const sentence = `Saved as number ${id}.`;
  const started = performance.now();
  await writeFile(file, `${before}\n${sentence}\n`);
  try {
    await untilServed(address, id, sentence);
    return performance.now() - started;
  } finally {
    await writeFile(file, before);
    await untilServed(address, id, sentence, false);
  }
}

async function untilServed(address: string, id: number, text: string, isThere = true): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    const { body } = await fetchResponse(address, `${listPath}/${id}`, { 'X-Api-Key': key });
    if (body.includes(text) === isThere) return;
  }
  throw new Error(`Article ${id} was not served as it was saved within ${timeoutMs / 1000} s.`);
}
