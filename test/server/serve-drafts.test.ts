import { expect, test } from 'vitest';
import type { Article } from '../../src/core/article.ts';
import { type Running, start } from '../support/command.ts';
import { startObjectStore } from '../support/object-store.ts';
import { makeSite } from '../support/site.ts';
import type { TestStore } from '../support/test-store.ts';

const marker = 'quokka';
const address = 's3://articles/live';
const post = (text: string, front = '') => `---\ndate: 2026-01-01\n${front}---\n\n${text}\n\n![i](./${marker}.svg)\n`;

const toVariables = ({ endpoint, region, credentials }: TestStore): Record<string, string> => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

test.each<[what: string, options: readonly string[], replicas: number]>([
  ['one process', [], 1],
  ['two workers', ['--workers', '2'], 1],
  ['two replicas of a store', ['--from', address, '--poll', '0'], 2],
])(
  '%s: reviewers and readers have their releases, also when one is rolled back, or a draft goes public and back',
  { tags: ['long'], timeout: 60_000 },
  async (_, options, replicas) => {
    const isStore = options.includes(address);
    const env = isStore ? toVariables(await startObjectStore()) : {};
    const { folder, run, write } = await makeSite(
      {
        'galley.config.yaml': 'site: https://articles.example.com\n',
        [`content/${marker}.svg`]: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      },
      env,
    );
    const publish = async (front: string, text: string): Promise<void> => {
      const open = `---\ndate: 2026-01-01\n---\nOpen when it was ${text}\n`;
      await write({ [`content/${marker}.md`]: post(text, front), 'content/open.md': open });
      const commands = isStore ? [['build'], ['push', address]] : [['build']];
      for (const command of commands.flatMap((each) => [each, [...each, '--drafts']]))
        expect(await run(...command)).toMatchObject({ code: 0 });
    };
    await publish('draft: true\n', 'First.');
    const newKey = async (...args: string[]) => (await run('key', 'new', ...args)).out.trim();
    const web = await newKey('web');
    const reviewer = await newKey('reviewer', '--drafts', '--expires', '2990-01-01');
    const servers = await Promise.all(
      Array.from({ length: replicas }, async (): Promise<[Running, string]> => {
        const running = start(folder, ['serve', '--drafts', '--json', '--port', '0', ...options], env);
        return [running, (await running.until(/"address":"(http:[^"]+)"/))[1] ?? ''];
      }),
    );
    const ask = (at: string, key: string, path = `/api/v1/articles/${marker}`) =>
      fetch(`${at}${path}`, { headers: { 'X-Api-Key': key, Connection: 'close' } });
    /** What readers and a reviewer get of it, from each server. */
    const show = async () => {
      const responses = await Promise.all(
        servers.flatMap(([, at]) => [ask(at, web), ask(at, web), ask(at, reviewer), ask(at, reviewer)]),
      );
      return Promise.all(
        responses.map(async (each) =>
          each.ok ? ((await each.json()) as Article).markdown.trim().split('\n')[0] : each.status,
        ),
      );
    };
    const expectSoon = (ofReaders: unknown, ofReviewer: unknown) =>
      expect
        .poll(show, { interval: 20 })
        .toEqual(servers.flatMap(() => [ofReaders, ofReaders, ofReviewer, ofReviewer]));
    await expectSoon(404, 'First.');
    await publish('draft: true\n', 'Second.');
    await expectSoon(404, 'Second.');
    await publish('', 'Third.');
    await expectSoon('Third.', 'Third.');
    await publish('draft: true\n', 'Fourth.');
    await expectSoon(404, 'Fourth.');
    const store = isStore ? ['--store', address] : [];
    expect(await run('rollback', '--drafts', ...store)).toMatchObject({ code: 0 });
    await expectSoon(404, 'Third.');
    expect(await run('rollback', ...store)).toMatchObject({ code: 0 });
    expect(await run('prune', '--drafts', '--now', ...store)).toMatchObject({ code: 0 });
    await expectSoon('Third.', 'Third.');
    await publish('draft: true\n', 'Fourth.');
    await expectSoon(404, 'Fourth.');
    const [, at = ''] = servers[0] ?? [];
    const { html } = (await (await ask(at, reviewer)).json()) as Article;
    const image = /\/api\/v1\/drafts\/media\/[^"]+/.exec(html)?.[0] ?? '';
    for (const [key, status] of [
      [reviewer, 200],
      [web, 404],
      ['', 404],
    ] as const)
      expect((await ask(at, key, image)).status).toBe(status);
    expect(await (await ask(at, '', '/healthz')).json()).toMatchObject({ status: 'ok' });
    expect((await run('key', 'revoke', 'reviewer')).code).toBe(0);
    await expectSoon(404, 401);
    for (const [{ text }] of servers) {
      const lines = text.out.split('\n').filter((line) => !/"key":"web"|media/.test(line));
      expect(lines.join('\n')).not.toContain(marker);
      expect(text.err).not.toContain(marker);
    }
  },
);

test('serve --drafts says when there is no release of drafts, and serves readers', { tags: ['long'] }, async () => {
  const { folder, run, build } = await makeSite({ 'content/open.md': '---\ndate: 2026-01-01\n---\nOpen.\n' });
  await build();
  const web = (await run('key', 'new', 'web')).out.trim();
  const { text, until } = start(folder, ['serve', '--drafts', '--port', '0']);
  const [, at = ''] = await until(/^listening on (http:\S+)$/m);
  expect(text.err).toContain('There is no release of drafts in public-drafts yet.');
  expect((await fetch(`${at}/api/v1/articles/open`, { headers: { 'X-Api-Key': web } })).status).toBe(200);
});
