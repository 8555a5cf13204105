import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { site } from '../release.ts';
import type { Known } from './publisher.ts';
import type { Random } from './random.ts';

/** What is known of the server while it is asked. */
export interface Truth {
  get(path: string, gzip: boolean): Promise<Got>;
  random: Random;
  /** Milliseconds between two pages of a slow crawl, at most. */
  longPause: number;
  /** The articles of a release, oldest first. */
  articlesOf(release: string): Promise<readonly Known[]>;
  /** The releases that were served at some moment since then, in milliseconds of `performance.now()`. */
  servedSince(milliseconds: number): readonly string[];
  /** Whether the ledger names it. */
  isKept(release: string): boolean;
}

export interface Counts {
  crawls: number;
  requests: number;
  /** Pages whose order came from a kept release. */
  torn: number;
  /** Places of articles that were gone when their page was read. */
  left: number;
  /** 410 for a snapshot of a release that is no longer kept. */
  pruned: number;
}

export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

interface Page {
  status: number;
  release: string;
  total: number;
  body: {
    data: { id: number; title: string }[];
    links: { next: string | null };
    meta: { from: number | null; to: number | null };
  };
  /** The seconds that the clock may have shown to the server. */
  seconds: number[];
  /** The releases that it may have served. */
  served: readonly string[];
}

/**
 * Follows `next` from the first page on. Throws where a page is not what the moment of the first page, what was taken down since, and
 * the present articles make it; or where the crawl does not end where that moment ends.
 */
export async function crawl(truth: Truth, counts: Counts): Promise<void> {
  const { random, longPause } = truth;
  const perPage = random.pick([2, 3, 5, 7, 10, 10, 25, 25, 50, 100, 100]);
  const excludeH1 = random.pick(['', '', '&exclude_h1=true']);
  const gzip = random.below(2) === 0;
  // A crawl of small pages is long anyway.
  const pause = perPage < 10 ? 0 : random.pick([0, 0, 5, 20, longPause / 3, longPause]);
  let address: string | null = `/api/v1/articles?per_page=${perPage}${excludeH1}`;
  let moment: { release: string; ids: number[] } | null = null;
  const seen = new Set<number>();
  for (let number = 1; address !== null; number++) {
    const page: Page = await ask(truth, address, gzip);
    counts.requests++;
    const fail = (what: string): Error => new Error(`${what} Page ${number}, ${page.release}: ${address}`);
    if (page.status === 410 && moment !== null && !truth.isKept(moment.release)) {
      counts.pruned++;
      return;
    }
    if (page.status !== 200) throw fail(`It responds ${page.status}.`);
    if (!page.served.includes(page.release)) throw fail('It responds from a release that is not current.');
    const articles = await truth.articlesOf(page.release);
    moment ??= toMoment(page, articles);
    if (moment === null) throw fail(`It counts ${page.total} articles, which were never published at once.`);
    if (page.total !== moment.ids.length) throw fail(`It counts ${page.total} articles, not ${moment.ids.length}.`);
    const places = moment.ids.slice((number - 1) * perPage, number * perPage);
    const current = new Map(articles.map((article) => [article.id, article]));
    const found = page.body.data.map(({ id, title }) => `${id} ${title}`);
    const expected = page.seconds.map((second) => {
      const shown = places.flatMap((id) => current.get(id) ?? []).filter(({ publishAt }) => publishAt <= second);
      return shown.map(({ id, title }) => `${id} ${title}`);
    });
    if (!expected.some((one) => one.join('\n') === found.join('\n'))) {
      throw fail(`It shows ${found}, not ${expected.map((one) => `[${one}]`).join(' or ')}.`);
    }
    const { from, to } = page.body.meta;
    const bounds =
      places.length === 0 ? [null, null] : [(number - 1) * perPage + 1, (number - 1) * perPage + places.length];
    if (from !== bounds[0] || to !== bounds[1]) throw fail(`It counts from ${from} to ${to}, not ${bounds}.`);
    for (const { id } of page.body.data) if (seen.has(id)) throw fail(`It shows ${id} again.`);
    for (const { id } of page.body.data) seen.add(id);
    const isTorn = moment.ids.toReversed().some((id, place) => articles[place]?.id !== id);
    if (isTorn) counts.torn++;
    counts.left += places.length - found.length;
    address = page.body.links.next?.slice(site.length) ?? null;
    if ((address === null) !== number * perPage >= moment.ids.length) throw fail('It ends elsewhere.');
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, random.below(pause)));
  }
  counts.crawls++;
}

/** The articles of the moment of a first page, newest first; null where there was none that counts as many. */
function toMoment(
  { release, total, seconds }: Page,
  articles: readonly Known[],
): { release: string; ids: number[] } | null {
  const isOne = seconds.some((second) => articles.filter(({ publishAt }) => publishAt <= second).length === total);
  return isOne
    ? {
        release,
        ids: articles
          .slice(0, total)
          .map(({ id }) => id)
          .toReversed(),
      }
    : null;
}

async function ask(truth: Truth, path: string, gzip: boolean): Promise<Page> {
  const started = performance.now();
  const first = Math.floor(Date.now() / 1000);
  const { status, headers, bytes } = await truth.get(path, gzip);
  const last = Math.floor(Date.now() / 1000);
  const isGzip = headers['content-encoding'] === 'gzip';
  if (status === 200 && isGzip !== gzip) throw new Error(`${path} comes as ${headers['content-encoding']}.`);
  return {
    status,
    release: String(headers['galley-release']),
    total: Number(headers['x-total-count']),
    body: JSON.parse(String(isGzip ? gunzipSync(bytes) : bytes)),
    seconds: Array.from({ length: last - first + 1 }, (_, i) => first + i),
    served: truth.servedSince(started),
  };
}

export function get(port: number, agent: Agent | false, path: string, headers: Record<string, string>): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}
