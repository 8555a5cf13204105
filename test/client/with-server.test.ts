import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileStore } from '../../src/client/file-store.ts';
import { createClient, memoryStore, ProblemError } from '../../src/client.ts';
import { secrets, withRevoked } from '../support/drafts.ts';
import { makeProject } from '../support/project.ts';
import { key } from '../support/release.ts';
import { type ContentServer, serveContent } from '../support/serve-content.ts';
import { makeFolder, serveNode } from '../support/server.ts';

const post = (id: number, more = '', body = `Text of ${id}.`): string =>
  `---\nid: ${id}\ntitle: T${id}\ndate: 2026-01-01T00:00:${String(id % 60).padStart(2, '0')}Z\n${more}---\n# H\n\n${body}\n`;

const filesOf = (ids: readonly number[], more = ''): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [`a${id}.md`, post(id, more)]));

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** What is removed is reported, which is no problem here. */
const publish = (server: ContentServer, files: Record<string, string>): Promise<void> =>
  server.publish(files).catch((error) => {
    if (!String(error).includes('removed-article')) throw error;
    return server.refresh();
  });

test('a client lists, selects, fetches and reads terms', async () => {
  const server = await serveContent({
    ...filesOf([1, 2], 'tags: [x]\n'),
    'a3.md': post(3, 'aliases: old\nauthor: Ada\n'),
  });
  const client = createClient({ site: server.site, key });
  const page = await client.list({ per_page: 2, exclude_html: true, include_details: true });
  expect(page).toMatchObject({ total: 3, data: [{ id: 3, html: '', details: { authors: ['Ada'] } }, { id: 2 }] });
  expect((await client.list({ tag: 'X', exclude_h1: true })).data.map(({ id }) => id)).toEqual([2, 1]);
  expect((await client.list({ ids: [1, 3] })).data.map(({ id }) => id)).toEqual([3, 1]);
  const [found, moved, none] = [await client.get('a2'), await client.get('old'), await client.get('none')];
  expect([found?.movedTo, moved?.movedTo, moved?.id, none]).toEqual([null, 'a3', 3, null]);
  expect(found?.neighbours).toEqual({
    newer: { id: 3, slug: 'a3', title: 'T3' },
    older: { id: 1, slug: 'a1', title: 'T1' },
  });
  expect(await client.terms('author')).toEqual([{ term: 'Ada', count: 1 }]);
  await expect(client.list({ per_page: 1000 })).rejects.toMatchObject({
    status: 422,
    errors: { per_page: ['The per_page field must be between 1 and 100.'] },
  });
  await expect(createClient({ site: server.site, key: 'none' }).list()).rejects.toBeInstanceOf(ProblemError);
});

test('all articles come once, also where articles go in the middle', { tags: ['long'] }, async () => {
  const server = await serveContent(filesOf(numbers(1, 110)));
  const client = createClient({ site: server.site, key });
  const ids: number[] = [];
  for await (const { id } of client.all({ exclude_markdown: true })) {
    ids.push(id);
    if (ids.length === 50) await publish(server, filesOf(numbers(1, 109).filter((each) => each !== 3)));
  }
  // What went is on a page that came before it went, or on none.
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids, 3, 110].sort((a, b) => a - b)).toEqual(expect.arrayContaining(numbers(1, 110)));
});

test('a copy follows from publish to publish, in memory and in a file', async () => {
  const server = await serveContent(filesOf(numbers(1, 105)));
  const client = createClient({ site: server.site, key });
  const memory = memoryStore();
  const path = join(await makeFolder(), 'copy.json');
  const first = await client.sync(memory);
  expect([first.changed.length, first.removed]).toEqual([105, []]);
  await client.sync(fileStore(path));
  await publish(server, { ...filesOf(numbers(2, 106)), 'a9.md': post(9, '', 'Edited.') });
  const { changed, removed, token } = await client.sync(memory);
  expect([changed, removed]).toEqual([[9, 106], [1]]);
  expect(await client.sync(fileStore(path))).toEqual({ changed: [9, 106], removed: [1], token });
  expect(await client.sync(memory)).toEqual({ changed: [], removed: [], token });
  const since = await client.changes(first.token);
  expect(since?.changed.map(({ slug }) => slug)).toEqual(['a9', 'a106']);
  expect(since).toMatchObject({ removed: [1], formerSlugs: [{ id: 1, slug: 'a1' }], token });
  const wanted = new Map<number, unknown>();
  for await (const article of client.all()) wanted.set(article.id, article);
  expect(memory.articles).toEqual(wanted);
  expect([...(await fileStore(path).read()).ids].sort()).toEqual([...wanted.keys()].sort());
});

// A second goes by in earnest; `client.test.ts` sets the clock.
test('a client waits where it asks too often', { tags: ['long'] }, async () => {
  const server = await serveContent(filesOf([1]), { rateLimit: { requests: 2, seconds: 1 } });
  const client = createClient({ site: server.site, key });
  for (let n = 0; n < 4; n++) expect((await client.get(1))?.id).toBe(1);
});

const page = (header: string, text: string): string => `---\ndate: 2024-01-01\n${header}\n---\n${text}\n`;

/** What becomes of one article, and whether copies of readers and of reviewers have it. */
const steps: readonly (readonly [
  step: string,
  text: string | null,
  readers: string | null,
  reviewers: string | null,
])[] = [
  ['a draft', page('draft: true', 'One.'), null, 'draft'],
  ['public', page('', 'One.'), 'public', 'public'],
  ['a draft again', page('draft: true', 'One.'), null, 'draft'],
  ['a draft that was edited', page('draft: true', 'Two.'), null, 'draft'],
  ['public again', page('', 'Two.'), 'public', 'public'],
  ['put off', '---\ndate: 2990-01-01\n---\nTwo.\n', null, 'scheduled'],
  ['closed by a password', page('password: x', 'Two.'), null, null],
  ['public for the third time', page('', 'Two.'), 'public', 'public'],
];

test('copies of readers and of reviewers are right while a draft becomes public, and back', {
  tags: ['long'],
}, async () => {
  const { folder, out, build, write } = await makeProject({ 'b.md': page('', 'Another.') });
  const drafts = { out: `${folder}/public-drafts`, cache: `${folder}/cache-drafts`, drafts: true };
  const publish = async () => {
    const now = Math.floor(Date.now() / 1000);
    await build({ now });
    await build({ ...drafts, now });
  };
  await publish();
  const { port, refresh } = await serveNode({ out, drafts: drafts.out, keys: () => withRevoked });
  const site = `http://127.0.0.1:${port}`;
  const copies = (['web', 'reviewer'] as const).map((name) => {
    return { client: createClient({ site, key: secrets[name] }), copy: memoryStore() };
  });
  const parameters = { include_details: true };
  for (const { client, copy } of copies) await client.sync(copy, parameters);
  for (const [step, text, ...expected] of steps) {
    if (text !== null) await write({ 'a.md': text });
    await publish();
    await refresh();
    for (const [i, { client, copy }] of copies.entries()) {
      await client.sync(copy, parameters);
      const wanted = new Map<number, unknown>();
      for await (const article of client.all(parameters)) wanted.set(article.id, article);
      expect([step, i, copy.articles]).toEqual([step, i, wanted]);
      const found = [...copy.articles.values()].find(({ slug }) => slug === 'a');
      const state = found === undefined ? null : (found.details?.hidden ?? 'public');
      expect([step, i, state]).toEqual([step, i, expected[i]]);
    }
  }
});
