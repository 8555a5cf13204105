import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../build/package/package.ts';
import { workerd } from '../../conformance/targets/workerd.ts';
import { slugOf } from '../data.ts';
import { fetchResponse } from '../fetch-response.ts';
import { environment, galleyOut, key } from '../galley.ts';
import { memoryOf } from '../memory.ts';
import type { Context, Row } from '../row.ts';
import { seeded } from '../seeded.ts';
import { toCount } from '../to-count.ts';

export const cloudflareRow: Row = {
  name: 'cloudflare',
  group: 'adapters',
  isExtra: true,
  about: 'CPU time of each request in workerd, with static assets: of the first, and of others; and memory',
  async run(context) {
    const missing = workerd.missing();
    if (missing !== null) return context.skip(`workerd: ${missing}`);
    for (const count of [context.options.few, context.options.many]) await measure(count, context);
  },
};

/** Requests of each kind. */
const requests = 300;

/** Each is asked of an isolate of its own. */
async function measure(count: number, { dataSet, report, result }: Context): Promise<void> {
  const { folder } = await dataSet(count);
  const row = `cloudflare-${toCount(count)}`;
  const random = seeded(1);
  const pick = (count: number): number => 1 + random(count);
  const lists =
    (perPage: number, more = '') =>
    () =>
      `/api/v1/articles?page=${pick(Math.ceil(count / perPage))}&per_page=${perPage}${more}`;
  const kinds: [name: string, target: () => string, accepts?: string][] = [
    ['10 articles', lists(10)],
    ['10 articles, gzip', lists(10), 'gzip'],
    ['10 articles without headings', lists(10, '&exclude_h1=true')],
    ['100 articles', lists(100)],
    ['100 articles, gzip', lists(100), 'gzip'],
    ['100 articles without headings', lists(100, '&exclude_h1=true')],
    ['one article', () => `/api/v1/articles/${slugOf(pick(count))}`],
    ['one article, gzip', () => `/api/v1/articles/${slugOf(pick(count))}`, 'gzip'],
    ['the same 10 articles', () => '/api/v1/articles?per_page=10'],
  ];
  for (const [name, target, accepts] of kinds) {
    report(`${toCount(count)} articles, ${name}`);
    const started = performance.now();
    const { address, pids, stop } = await workerd.start({
      ...{ dist: join(packageFolder(), 'dist'), out: galleyOut(folder), keys: environment.GALLEY_KEYS },
    });
    try {
      const [pid = 0] = pids;
      const headers = { 'X-Api-Key': key, 'Accept-Encoding': accepts ?? 'identity' };
      const put = (what: string, value: number, unit: string): void => {
        result.figures.push({ row, what: `${name}: ${what}`, value, unit });
      };
      const before = cpuOf(pid);
      await fetchResponse(address, target(), headers);
      put('until the first response', performance.now() - started, 'ms');
      put('CPU of the first', cpuOf(pid) - before, 'ms');
      const warm = cpuOf(pid);
      for (let i = 0; i < requests; i++) {
        const { status } = await fetchResponse(address, target(), headers);
        if (status !== 200) throw new Error(`${name}: ${status}`);
      }
      put('CPU of each other', (cpuOf(pid) - warm) / requests, 'ms');
      put('resident', memoryOf(pid).resident / 1e6, 'MB');
    } finally {
      await stop();
    }
  }
}

/** CPU time of a process so far, in milliseconds: Linux reports it in ticks of 10. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
