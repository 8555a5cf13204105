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
}

export interface Counts {
  crawls: number;
  requests: number;
  /** Pages whose number alone would have shown other articles. */
  moved: number;
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
 * Follows `next` from the first page on. Throws where a page does not show the articles that come after those of the page before, as they
 * are at present; or an article again that was not re-dated.
 */
export async function crawl(truth: Truth, counts: Counts): Promise<void> {
  const { random, longPause } = truth;
  const perPage = random.pick([2, 3, 5, 7, 10, 10, 25, 25, 50, 100, 100]);
  const excludeH1 = random.pick(['', '', '&exclude_h1=true']);
  const gzip = random.below(2) === 0;
  // A crawl of small pages is long anyway.
  const pause = perPage < 10 ? 0 : random.pick([0, 0, 5, 20, longPause / 3, longPause]);
  let address: string | null = `/api/v1/articles?per_page=${perPage}${excludeH1}`;
  let last: Known | null = null;
  const seen = new Set<string>();
  for (let number = 1; address !== null; number++) {
    const page: Page = await ask(truth, address, gzip);
    counts.requests++;
    const fail = (what: string): Error => new Error(`${what} Page ${number}, ${page.release}: ${address}`);
    if (page.status !== 200) throw fail(`It responds ${page.status}.`);
    if (!page.served.includes(page.release)) throw fail('It responds from a release that is not current.');
    const articles = (await truth.articlesOf(page.release)).toReversed();
    const { data, links, meta } = page.body;
    const start = (number - 1) * perPage;
    const isAsAt = (second: number): boolean => {
      const due = articles.filter(({ publishAt }) => publishAt <= second);
      const behind = due.filter((article) => last === null || isOlder(article, last));
      const shown = behind.slice(0, perPage);
      const titles = (known: readonly { id: number; title: string }[]): string =>
        known.map(({ id, title }) => `${id} ${title}`).join('\n');
      const [from, to] = shown.length === 0 ? [null, null] : [start + 1, start + shown.length];
      const isRight =
        titles(shown) === titles(data) &&
        meta.from === from &&
        meta.to === to &&
        page.total === due.length &&
        (links.next === null) === behind.length <= perPage;
      if (isRight && titles(due.slice(start, start + perPage)) !== titles(shown)) counts.moved++;
      if (isRight) last = shown.at(-1) ?? last;
      return isRight;
    };
    if (!page.seconds.some(isAsAt)) throw fail(`It shows ${data.map(({ id }) => id)} of ${page.total}, ${links.next}.`);
    for (const { id } of data) {
      const dated = `${id} ${articles.find((article) => article.id === id)?.publishAt}`;
      if (seen.has(dated)) throw fail(`It shows ${id} again.`);
      seen.add(dated);
    }
    address = links.next?.slice(site.length) ?? null;
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, random.below(pause)));
  }
  counts.crawls++;
}

function isOlder(one: Known, other: Known): boolean {
  return one.publishAt < other.publishAt || (one.publishAt === other.publishAt && one.id < other.id);
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
