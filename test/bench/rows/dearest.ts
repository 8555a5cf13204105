import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeGzip } from '../../../src/adapters/node/node-gzip.ts';
import { changeLog } from '../../../src/core/change-log.ts';
import { openRelease } from '../../../src/core/release.ts';
import { respond, type Service } from '../../../src/core/respond.ts';
import { readPointer } from '../../../src/follow-release.ts';
import { blockCache } from '../../../src/storage/block-cache.ts';
import { compressBodies } from '../../../src/storage/compress-bodies.ts';
import { diskStorage } from '../../../src/storage/disk.ts';
import { readBody, readWhole } from '../../../src/storage/read-body.ts';
import { contentPath, standardLength, writeContent } from '../data.ts';
import { galleyOut, key, runGalleyBuild } from '../galley.ts';
import type { Context, Row } from '../row.ts';
import { toCount } from '../to-count.ts';

/**
 * The dearest valid requests that are known of each operation, each with another address every time, beside a list of
 * 100.
 */
export const dearestRow: Row = {
  name: 'dearest',
  group: 'dearest',
  about: 'processor time of the dearest valid requests of each operation beside a list of 100, at two sizes',
  isExtra: true,
  async run(context) {
    for (const count of [context.options.articles, context.options.many]) await measure(context, count);
  },
};

/** Tags that many articles have, and those that one of so many articles has. */
const common = 40;
const rare = 200;

/** Of the tags that many have, every second article has the first, every third the next, and so on. */
function tagsOf(id: number): string[] {
  const shared = Array.from({ length: common }, (_, i) => `t${i}`).filter((_, i) => id % (2 + (i % 9)) === 0);
  return [...shared, `r${id % rare}`];
}

/** A selection by ten tags, of which two are rare: another one for each number. */
function tenTags(n: number, name: string): string {
  const tags = Array.from({ length: 10 }, (_, i) =>
    i < 2 ? `r${(n * 7 + i) % rare}` : `t${(n * 3 + i * 7) % common}`,
  );
  return tags.map((tag) => `${name}=${tag}`).join('&');
}

const noBodies = 'exclude_html=1&exclude_markdown=1';

async function measure({ folder: parent, result, report }: Context, count: number): Promise<void> {
  const folder = join(parent, String(count));
  const content = join(folder, 'content');
  writeContent(content, count, standardLength);
  for (let id = 1; id <= count; id++) {
    const path = join(content, contentPath(id));
    await writeFile(path, (await readFile(path, 'utf8')).replace('\n', `\ntags: [${tagsOf(id)}]\n`));
  }
  report(`building ${count} articles`);
  await runGalleyBuild(folder, content);
  const storage = diskStorage(join(galleyOut(folder), 'api', 'v1'));
  const release = await openRelease(await readPointer(storage), storage);
  const cache = blockCache(storage);
  const service: Service = {
    ...{ release: () => release, log: changeLog(storage) },
    ...{ keys: () => [{ name: 'bench', digest: 'x' }], sha256: () => 'x' },
    compress: compressBodies({ sourceOf: () => cache, gzip: nodeGzip }),
    read: (body) => readWhole(body, cache),
  };
  const ask = async (target: string, coding: string): Promise<void> => {
    const header = (name: string): string | undefined => ({ 'x-api-key': key, 'accept-encoding': coding })[name];
    const now = Math.floor(Date.now() / 1000);
    const { reply } = await respond({ method: 'GET', target: `/api/v1/${target}`, header, now }, service);
    if (reply.status >= 500) throw new Error(`${target}: ${reply.status}`);
    (await readBody(reply.body, cache)).release();
  };
  const page = (n: number, perPage: number): string => `page=${1 + ((n * 7) % Math.ceil(count / perPage))}`;
  const after = (n: number): string => `after=${1_500_000_000 + n}-${1 + ((n * 13) % count)}`;
  // The unknown parameter makes each address a new one.
  const requests: [what: string, target: (n: number) => string][] = [
    ['list of 100', (n) => `articles?${page(n, 100)}&x=${n}`],
    ['list of 1,000 without bodies', (n) => `articles?per_page=1000&${noBodies}&${page(n, 1000)}&x=${n}`],
    ['the same with details', (n) => `articles?per_page=1000&${noBodies}&include_details=1&${page(n, 1000)}&x=${n}`],
    ['list of 100 without html', (n) => `articles?exclude_html=1&${page(n, 100)}&x=${n}`],
    ['list of 100 without markdown', (n) => `articles?exclude_markdown=1&exclude_h1=1&${page(n, 100)}&x=${n}`],
    ['list of 100 with details', (n) => `articles?include_details=1&${page(n, 100)}&x=${n}`],
    ['what comes after a place', (n) => `articles?page=2&${after(n)}`],
    ['ten other tags', (n) => `articles?${tenTags(n, 'tag')}&x=${n}`],
    ['one of ten other tags', (n) => `articles?${tenTags(n, 'tag_any')}&x=${n}`],
    ['one of ten other tags, after a place', (n) => `articles?${tenTags(n, 'tag_any')}&${after(n)}`],
    ['one of ten other tags, far back', (n) => `articles?${tenTags(n, 'tag_any')}&page=${1 + (n % 50)}&x=${n}`],
    ['a tag of few', (n) => `articles?tag=r${n % rare}&x=${n}`],
    ['100 ids', (n) => `articles?ids=${Array.from({ length: 100 }, (_, i) => 1 + ((n + i * 97) % count))}&x=${n}`],
    ['article', (n) => `articles/${1 + ((n * 31) % count)}?x=${n}`],
    ['terms', (n) => `terms?kind=tag&x=${n}`],
    ['changes since an early moment', (n) => `changes?per_page=1&since=${release.id}-${1_400_000_000 + n}`],
    ['changes, first page of 100', (n) => `changes?x=${n}`],
    [
      'nothing changed of ten other tags',
      (n) => `changes?since=${release.id}-${Math.floor(Date.now() / 1000)}&${tenTags(n, 'tag_any')}`,
    ],
  ];
  for (const coding of ['gzip', 'identity']) {
    let plain = 0;
    for (const [what, toTarget] of requests) {
      const microseconds = await timeOf((n) => ask(toTarget(n), coding));
      plain ||= microseconds;
      result.figures.push({
        row: 'dearest',
        what: `${what}, ${toCount(count)} articles, ${coding}`,
        ...{ value: microseconds / plain, unit: 'times a list of 100', atMost: 5 },
        detail: `${microseconds.toFixed(0)} µs`,
      });
    }
  }
  storage.close();
}

/** Microseconds of processor time of a call, the median of five rounds, after one that warms up. */
async function timeOf(call: (n: number) => Promise<void>): Promise<number> {
  const rounds: number[] = [];
  let n = 0;
  for (let round = 0; round < 6; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < 40; i++) await call(n++);
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / 40);
  }
  return rounds.slice(1).sort((a, b) => a - b)[2] ?? 0;
}
