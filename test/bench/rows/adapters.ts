import { join } from 'node:path';
import { packageFolder } from '../../../build/package/package.ts';
import { listPath } from '../../../src/core/links.ts';
import type { Setup, Target } from '../../conformance/target.ts';
import { targets } from '../../conformance/targets/index.ts';
import { compareResponses } from '../check-responses.ts';
import { type Entrant, enter } from '../entrant.ts';
import { fetchInNode } from '../fetch-adapter.ts';
import { fetchResponse } from '../fetch-response.ts';
import { environment, galleyOut, key } from '../galley.ts';
import { memoryOf } from '../memory.ts';
import { onOneCore } from '../on-one-core.ts';
import { askForArticles, askForKnownPages, askForPages, type Question } from '../questions.ts';
import type { Context, Row } from '../row.ts';
import { runRounds } from '../run-rounds.ts';
import type { RunningServer } from '../start-server.ts';
import { toCount } from '../to-count.ts';
import { withServers } from '../with-servers.ts';

export const adaptersRow: Row = {
  name: 'adapters',
  group: 'adapters',
  isExtra: true,
  about: 'each adapter on its platform, on one core beside the Node adapter: its speed, its start, its memory',
  async run(context) {
    const here = [...targets.filter(({ name }) => !besides.test(name)), fetchInNode].filter((target) => {
      const missing = target.missing();
      if (missing !== null) context.skip(`${target.name}: ${missing}`);
      return missing === null;
    });
    const { few, many } = context.options;
    await compareAdapters(here, few, context);
    await compareAdapters(
      here.filter(({ name }) => !copying.test(name)),
      many,
      context,
    );
  },
};

/** What is no adapter of its own: other settings, several processes, and the proxy for development. */
const besides = /without the fast path|^nginx|^wrangler|buffered/;

/** What first copies the release into a store, which takes a real store minutes where articles are many. */
const copying = /S3/;

/** An adapter, and the processes whose memory counts. */
interface Adapter extends RunningServer {
  pids: readonly number[];
}

async function compareAdapters(here: readonly Target[], count: number, context: Context): Promise<void> {
  const { result, report } = context;
  const { folder } = await context.dataSet(count);
  const row = `adapters-${toCount(count)}`;
  await withServers(async (keep) => {
    const adapters: Adapter[] = [];
    for (const target of here) {
      report(`starting ${target.name}`);
      const started = performance.now();
      try {
        const adapter = await startAdapter(target, folder);
        await keep(Promise.resolve(adapter));
        await fetchResponse(adapter.address, `${listPath}?per_page=10`, { 'X-Api-Key': key });
        const value = performance.now() - started;
        result.figures.push({ row, what: `${target.name}: until the first response`, value, unit: 'ms' });
        adapters.push(adapter);
      } catch (error) {
        context.skip(`${target.name}, ${toCount(count)} articles: ${String(error).split('\n')[0]}`);
      }
    }
    for (const { name, pids } of adapters) {
      for (const pid of pids) if (!onOneCore(pid)) context.skip(`${name} was not kept on one core: no taskset`);
    }
    for (const [name, question] of toQuestions(count)) {
      const file = (index: number): string => join(context.folder, `${row}-${name}-${index}`);
      const entrants: Entrant[] = [];
      for (const [index, adapter] of adapters.entries()) {
        const [first] = adapters;
        if (index > 0 && first !== undefined) await compareResponses(first, question, adapter, question);
        entrants.push(await enter(adapter.name, adapter, question, file(index)));
      }
      result.comparisons.push(await runRounds(`${row}-${name}`, entrants, context));
    }
    for (const { name, pids } of adapters) {
      const bytes = pids.reduce((sum, pid) => sum + memoryOf(pid).resident, 0);
      result.figures.push({ row, what: `${name}: resident after all that`, value: bytes / 1e6, unit: 'MB' });
    }
  });
}

async function startAdapter(target: Target, folder: string): Promise<Adapter> {
  const setup: Setup = {
    dist: join(packageFolder(), 'dist'),
    out: galleyOut(folder),
    keys: environment.GALLEY_KEYS,
  };
  const { address, pids, stop } = await target.start(setup);
  return { name: target.name, address, pid: pids[0] ?? 0, pids, stop };
}

function toQuestions(count: number): [name: string, question: Question][] {
  return [
    ['list-10', askForPages({ count, perPage: 10 })],
    ['list-10-gzip', askForPages({ count, perPage: 10, gzip: true })],
    ['list-100', askForPages({ count, perPage: 100 })],
    ['list-100-gzip', askForPages({ count, perPage: 100, gzip: true })],
    ['article', askForArticles(count)],
    ['304', askForKnownPages({ count, perPage: 10 })],
  ];
}
