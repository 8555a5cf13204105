import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstOf } from '../../support/amount.ts';
import { makeProject } from '../../support/project.ts';
import { site } from '../../support/release.ts';
import { get, makeFolder, serveNode } from '../../support/server.ts';

const list = '/api/v1/articles';

/** So many articles, three of a page. */
const count = 12;

/** When an article is published. */
const secondsOf = (id: number): number => Date.UTC(2026, 0, id) / 1000;

/** The articles; the first has a picture. */
function contentOf(): Record<string, string> {
  const files = Array.from({ length: count }, (_, i): [string, string] => {
    const day = `2026-01-${String(i + 1).padStart(2, '0')}`;
    return [`article-${i + 1}.md`, `---\nid: ${i + 1}\npublish_at: ${day}\n---\n\n# Heading\n\n![a](a.svg)\n`];
  });
  return {
    ...Object.fromEntries(files),
    'a.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(400)}</svg>`,
  };
}

/** Builds at a time, with files of that time, as a machine does that checks the content out. */
async function build(files: Record<string, string>, out: string, now: number): Promise<void> {
  const project = await makeProject(files, { out, site, now });
  for (const name of Object.keys(files)) await utimes(join(project.content, name), now, now);
  expect(await project.report()).toEqual([]);
}

/** All files that are open, given the time at which a build would have written them. */
async function touch(out: string, now: number): Promise<void> {
  for (const folder of [out, join(out, 'media')]) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isFile()) await utimes(join(folder, entry.name), now, now);
    }
  }
}

/** The validators of what a client may keep, in both codings, by target. */
async function validatorsOf(port: number, out: string): Promise<Record<string, unknown>> {
  const pages = Array.from({ length: count / 3 }, (_, i) => `${list}?per_page=3&page=${i + 1}`);
  const picture = (await readdir(join(out, 'media'))).find((name) => name.endsWith('.svg'));
  const targets = [
    ...pages,
    ...pages.map((page, i) => `${page}&exclude_h1=1&after=${secondsOf(count + 1 - 3 * i)}-${count + 1 - 3 * i}`),
    ...Array.from({ length: count }, (_, i) => `${list}/${i + 1}`),
    ...['/', '/index.md', '/llms.txt', '/openapi.json', '/favicon.svg', `/media/${picture}`],
  ];
  const found: Record<string, unknown> = {};
  for (const target of targets) {
    for (const coding of ['identity', 'gzip']) {
      const { status, headers } = await get(port, target, { headers: { 'Accept-Encoding': coding } });
      expect([status, headers.etag]).toEqual([200, expect.stringMatching(/^"/)]);
      found[`${coding} ${target}`] = [headers.etag, headers['last-modified']];
    }
  }
  return found;
}

const [today, tomorrow] = [1_780_000_000, 1_780_086_400];

test.each(firstOf(1, [true, false]))(
  'the same content built elsewhere at another time has the same validators, those of open pages and images too (fast path: %s)',
  { tags: ['long', 'scaled'] },
  async (fastPath) => {
    const folder = await makeFolder();
    const found: Record<string, unknown>[] = [];
    for (const now of [today, tomorrow]) {
      const out = join(folder, String(now));
      await build(contentOf(), out, now);
      await touch(out, now);
      found.push(await validatorsOf((await serveNode({ out, fastPath })).port, out));
    }
    expect(found[1]).toEqual(found[0]);
  },
);
