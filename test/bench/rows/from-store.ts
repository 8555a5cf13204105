import { join } from 'node:path';
import { packageFolder } from '../../../build/package/package.ts';
import type { Target } from '../../conformance/target.ts';
import { node } from '../../conformance/targets/node.ts';
import { nodeFromS3 } from '../../conformance/targets/node-from-s3.ts';
import { compareResponses } from '../check-responses.ts';
import { enter } from '../entrant.ts';
import { fetchResponse } from '../fetch-response.ts';
import { environment, galleyOut } from '../galley.ts';
import { percentile } from '../percentile.ts';
import { askForArticles, askForPages, type Question } from '../questions.ts';
import type { Row } from '../row.ts';
import { runRounds } from '../run-rounds.ts';
import { Skipped } from '../skipped.ts';
import type { RunningServer } from '../start-server.ts';
import { withServers } from '../with-servers.ts';

/** Pages that are asked for one after another, each once while nothing of it is in memory, and once more. */
const sample = 100;

export const fromStoreRow: Row = {
  name: 'from-store',
  group: 'adapters',
  isExtra: true,
  about: 'galley serve --from beside a store (OpenStack Swift) and from a disk: with nothing in memory, and with all',
  async run(context) {
    const missing = nodeFromS3.missing();
    if (missing !== null) throw new Skipped(`${missing} is not there`);
    const count = context.options.few;
    const { folder } = await context.dataSet(count);
    const pages = askForPages({ count, perPage: 10, gzip: true });
    const questions: [string, Question][] = [
      ['list-10', askForPages({ count, perPage: 10 })],
      ['list-10-gzip', pages],
      ['article', askForArticles(count)],
    ];
    await withServers(async (keep) => {
      const disk = await keep(startTarget('from a disk', node, folder));
      const store = await keep(startTarget('from a store', nodeFromS3, folder));
      for (const { name, address } of [disk, store]) {
        for (const state of ['cold', 'warm']) {
          context.report(`${name}, ${state}`);
          const times: number[] = [];
          for (const target of pages.targets.slice(0, sample)) {
            const started = performance.now();
            await fetchResponse(address, target, pages.headers);
            times.push(performance.now() - started);
          }
          for (const part of [0.5, 0.99]) {
            const what = `${name}, ${state}: p${part * 100} of ${times.length} pages of 10, gzip, one after another`;
            context.result.figures.push({ row: 'from-store', what, value: percentile(times, part), unit: 'ms' });
          }
        }
      }
      for (const [name, question] of questions) {
        await compareResponses(disk, question, store, question);
        const file = join(context.folder, name);
        const entrants = [await enter(disk.name, disk, question, file), await enter(store.name, store, question, file)];
        context.result.comparisons.push(await runRounds(`from-store-${name}`, entrants, context));
      }
    });
  },
};

async function startTarget(name: string, target: Target, folder: string): Promise<RunningServer> {
  const { address, pids, stop } = await target.start({
    dist: join(packageFolder(), 'dist'),
    out: galleyOut(folder),
    keys: environment.GALLEY_KEYS,
  });
  return { name, address, pid: pids[0] ?? 0, stop };
}
