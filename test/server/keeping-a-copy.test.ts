import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeLog } from '../../src/core/change-log.ts';
import { seeded } from '../bench/seeded.ts';
import { amount } from '../support/amount.ts';
import { root } from '../support/command.ts';
import { readGuideFile } from '../support/guide.ts';
import { publishedReleases } from '../support/published-releases.ts';
import { ask, encodeTestArticle, makeArticle, site } from '../support/release.ts';

const start = Date.parse('2026-01-01T00:00:00Z') / 1000;
const toDate = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** Words that compress as prose does. */
function prose(id: number, edits: number): string {
  const random = seeded(id * 100 + edits);
  const words = Array.from({ length: 900 }, () => `w${random(4000).toString(36)}`);
  return `<p>${words.join(' ')}</p>`;
}

const article = (id: number, edits = 0) =>
  encodeTestArticle(
    makeArticle({
      ...{ id, slug: `article-${id}`, title: `Article ${id}`, excerpt: `What article ${id} is about.` },
      ...{ html: prose(id, edits), markdown: prose(id, edits), publish_at: toDate(start + id) },
    }),
  );

test('the program of the guide is that of the page', async () => {
  const page = await readFile(join(root, 'build/release/description/page/page.md'), 'utf8');
  const code = await readGuideFile('crawling-without-gaps', 'keep.py', /^# python3 (\S+)$/m);
  expect(page.replaceAll('{{site}}', 'http://127.0.0.1:8787')).toContain(code);
});

/** The guide has what 1,000 articles cost; requests for what changed are the same with fewer. */
const count = amount({ test: 200, all: 1000, soak: 1000 });

test('the costs in the guide are those of its code', { tags: ['long', 'scaled'] }, async () => {
  const guide = await readFile(join(root, 'content', 'crawling-without-gaps.md'), 'utf8');
  const ids = Array.from({ length: count }, (_, i) => i + 1);
  const rows: [what: string, ids: number[], edited: number][] = [
    ['nothing was published', ids, 0],
    ['one article is new', [...ids, count + 1], 0],
    ['ten are new', [...ids, ...Array.from({ length: 10 }, (_, i) => count + 1 + i)], 0],
    ['one was edited', ids, count / 2],
    ['one was removed', ids.filter((id) => id !== count / 2), 0],
  ];
  const published = publishedReleases();
  const now = start + 10_000;
  const all = ids.map((id) => article(id));
  const first = await published.publish(all, now);
  const read = async (query: string, at: number) => {
    const cost = { requests: 0, bytes: 0, token: '' };
    for (let next: string | null = query; next !== null; ) {
      const { text, bytes, headers }: Awaited<ReturnType<typeof ask>> = await ask(published, `/api/v1/changes${next}`, {
        headers: { 'accept-encoding': 'gzip' },
        now: toDate(at),
        service: { log: changeLog(published.storage) },
      });
      const { links, meta } = JSON.parse(text);
      cost.requests++;
      cost.bytes += bytes.length + Object.entries(headers).flat().join(': ').length + 20;
      cost.token = meta.token;
      next = links.next?.slice(`${site}/api/v1/changes`.length) ?? null;
    }
    return cost;
  };
  const toRow = (what: string, { requests, bytes }: { requests: number; bytes: number }): string => {
    const kilobytes = bytes < 100_000 ? (bytes / 1000).toFixed(1) : Math.round(bytes / 1000).toLocaleString('en');
    return `| ${what} | ${requests} | ${kilobytes} kB |`;
  };
  const found = [toRow('there was no copy', await read('', now))];
  const { token } = await read('?per_page=100', now);
  for (const [i, [what, wanted, edited]] of rows.entries()) {
    await published.rollBack(first, now + 100 * i);
    await published.publish(
      wanted.map((id) => (id === edited ? article(id, 1) : (all[id - 1] ?? article(id)))),
      now + 100 * i + 50,
    );
    if (i > 0) expect(published.release?.id).not.toBe(first);
    found.push(toRow(what, await read(`?since=${token}`, now + 100 * i + 60)));
  }
  if (process.env.GALLEY_REFRESH_PAGES === '1') console.log(found.join('\n'));
  if (count < 1000) for (const row of found.slice(1)) expect(guide).toContain(row.split('|', 3).join('|'));
  else expect(guide).toContain(found.join('\n'));
});
