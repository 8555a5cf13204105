import { startGalley } from '../galley.ts';
import { memoryOf } from '../memory.ts';
import type { Row } from '../row.ts';
import { serveEveryPage } from '../serve-every-page.ts';
import { toCount } from '../to-count.ts';
import { withServers } from '../with-servers.ts';

const megabyte = 1e6;

export const serverMemoryRow: Row = {
  name: 'server-memory',
  group: 'memory',
  about: 'what a server of many articles keeps resident, after every page',
  async run({ options, dataSet, result, report }) {
    const { folder, count } = await dataSet(options.many);
    await withServers(async (keep) => {
      const server = await keep(startGalley(folder));
      for (const gzip of [false, true]) {
        for (const excludeH1 of [false, true]) {
          for (const perPage of [100, 10]) {
            report(`pages of ${perPage}${gzip ? ', gzip' : ''}${excludeH1 ? ', exclude_h1' : ''}`);
            await serveEveryPage(server, { count, perPage, gzip, excludeH1 });
          }
        }
      }
      const { resident, peak } = memoryOf(server.pid);
      result.figures.push({
        row: 'server-memory',
        what: `resident with ${toCount(count)} articles, after every page in every form`,
        value: resident / megabyte,
        unit: 'MB',
        atMost: 150,
        detail: `at the most ${Math.round(peak / megabyte)} MB`,
      });
    });
  },
};

export const buildMemoryRow: Row = {
  name: 'build-memory',
  group: 'memory',
  about: 'what a build of many articles has resident at the most',
  async run({ options, dataSet, result }) {
    const { built, count } = await dataSet(options.many);
    result.figures.push({
      row: 'build-memory',
      what: `resident at the most in a build of ${toCount(count)} articles, all processes`,
      value: built.peak / megabyte,
      unit: 'MB',
      atMost: 700,
      detail: `in ${built.seconds.toFixed(1)} s`,
    });
  },
};
