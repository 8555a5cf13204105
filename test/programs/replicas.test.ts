/** @module-tag program */
import { readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { amount } from '../support/amount.ts';
import { galley, type Running, start, writeFiles } from '../support/command.ts';
import { get } from '../support/fire/crawler.ts';
import { type Truth, truthOf } from '../support/fire/truth.ts';
import { freePort } from '../support/free-port.ts';
import { openGate } from '../support/gate.ts';
import { hasCommand } from '../support/needs.ts';
import { hasNjs, startNginxRecipe } from '../support/nginx-recipe.ts';
import { makeFolder } from '../support/server.ts';
import { hasSwift, startSwift } from '../support/swift.ts';

const address = 's3://articles/live';
const list = '/api/v1/articles';
const site = 'https://articles.example.com';
const count = 60;
const key = newKey();
const isHere = [hasCommand('nginx', '-v'), hasNjs(), hasSwift()].every(Boolean);
/** How often all of it is done. */
const rounds = amount({ test: 1, all: 1, soak: 5 });

test.skipIf(!isHere)(
  'three replicas of a store behind nginx: releases are pushed, one is killed, the store goes away, and no response is wrong',
  { tags: ['scaled'], timeout: 60_000 + rounds * 60_000 },
  async () => {
    const swift = await startSwift();
    const gate = await openGate(Number(new URL(swift.endpoint).port));
    onTestFinished(() => gate.close().catch(() => {}));
    const folder = await makeFolder();
    await writeFiles(folder, {
      'galley.config.yaml': `site: ${site}\nnginxCache: {seconds: 1}\n`,
      'galley.keys.json': JSON.stringify({ keys: [{ name: 'web', digest: sha256(key) }] }),
      ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`content/a${i}.md`, toArticle(i, 'first')])),
    });
    const env = {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${gate.port}`,
      AWS_REGION: swift.region,
      AWS_ACCESS_KEY_ID: swift.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: swift.credentials.secretAccessKey,
    };
    let version = 0;
    /** Changes some articles, takes one out, and puts the one before back. */
    const publish = async (): Promise<string> => {
      version++;
      const place = (version * 7) % count;
      for (const i of [place, (place + 20) % count]) {
        await writeFile(join(folder, 'content', `a${i}.md`), toArticle(i, `version ${version}`));
      }
      await writeFile(join(folder, 'content', `n${version}.md`), toArticle(count + version, `version ${version}`));
      expect((await galley(folder, ['build', '--json'])).code).toBe(0);
      expect(await galley(folder, ['push', address, '--no-lock'], env)).toMatchObject({ code: 0, err: '' });
      return JSON.parse(await readFile(join(folder, 'public/api/v1/release.json'), 'utf8')).release;
    };
    await publish();
    const serve = async (port?: number): Promise<Running & { port: number }> => {
      const own = String(port ?? (await freePort()));
      const running = start(folder, ['serve', '--from', address, '--port', own], env);
      const [, found] = await running.until(/listening on http:\/\/127\.0\.0\.1:(\d+)/);
      return { ...running, port: Number(found) };
    };
    expect((await galley(folder, ['init', 'nginx'])).code).toBe(0);
    const replicas = await Promise.all([serve(), serve(), serve()]);
    const nginx = await startNginxRecipe(folder, { replicas: replicas.map(({ port }) => port) });
    onTestFinished(nginx.stop);

    const truth = truthOf(join(folder, 'public'));
    const load = startLoad(nginx.port, truth);
    const current = async (): Promise<unknown> =>
      (await get(nginx.port, false, list, { 'X-Api-Key': key })).headers['galley-release'];
    const isTakenUp = (release: string): Promise<boolean> =>
      vi.waitUntil(async () => (await current()) === release, { timeout: 25_000, interval: 20 });
    for (let round = 0; round < rounds; round++) {
      const [first, second] = replicas;
      load.isAway = false;
      await isTakenUp(await publish());
      first?.child.kill('SIGKILL');
      await isTakenUp(await publish());
      if (first !== undefined) replicas[0] = await serve(first.port);
      await load.more(200);
      load.isAway = true;
      await gate.close();
      await load.more(300);
      // One that starts now has no release; the others respond.
      second?.child.kill('SIGKILL');
      if (second !== undefined) replicas[1] = await serve(second.port);
      await load.more(300);
      await gate.open();
      await isTakenUp(await publish());
      await load.more(300);
    }
    expect(await load.end()).toEqual([]);
    expect(await nginx.errors()).not.toContain('js exception');
  },
);

function toArticle(i: number, text: string): string {
  const day = new Date(Date.UTC(2026, 0, 1) + i * 3_600_000).toISOString();
  return `---\nid: ${i + 1}\nslug: a${i}\ntitle: Article ${i}, ${text}\npublish_at: ${day}\n---\n${`${text}. `.repeat(40)}\n`;
}

/** Asks without end, and compares each response with that of the release that it names. */
function startLoad(port: number, truth: Truth) {
  const wrong: string[] = [];
  const load = { isAway: false, more, end };
  let isOver = false;
  let total = 0;
  const agent = new Agent({ keepAlive: true });
  const running = Promise.all(Array.from({ length: 6 }, (_, n) => run(n)));
  return load;

  async function run(n: number): Promise<void> {
    let next: string | null = null;
    for (let i = 0; !isOver; i++) {
      const targets = [
        list,
        `${list}?per_page=10&page=${1 + (i % 7)}`,
        `${list}/a${(i * 11 + n) % count}`,
        `${list}?per_page=7&n=${n}-${i}`,
        next ?? `${list}?per_page=20`,
        `${list}/a999`,
      ];
      const target = targets[i % targets.length] ?? list;
      const found = await check(target, i % 9 === 0, (i + n) % 2 === 0 ? 'gzip' : 'identity');
      if (found !== null && target.includes('per_page=20')) next = found;
      await setTimeout(3);
    }
  }

  /** Gives the address of the next page. */
  async function check(target: string, isStranger: boolean, coding: string): Promise<string | null> {
    total++;
    const headers = { 'accept-encoding': coding, ...(isStranger ? {} : { 'x-api-key': key }) };
    const response = await get(port, agent, target, headers).catch(() => null);
    if (response === null || response.status >= 500) {
      if (!load.isAway) wrong.push(`${target}: ${response?.status ?? 'broken off'}`);
    } else if (isStranger) {
      if (response.status !== 401) wrong.push(`${target} without a key: ${response.status}`);
    } else if (response.status === 404) {
      if (!target.endsWith('/a999')) wrong.push(`${target}: 404`);
    } else if (response.status !== 410) {
      // 410: a page behind another that came from a newer release than this one.
      if (!(await truth.isRight(target, headers, response))) {
        wrong.push(`${target} of ${response.headers['galley-release']}: ${response.status}`);
      }
      const [, following] = /<([^>]+)>; rel="next"/.exec(String(response.headers.link)) ?? [];
      return following?.slice(site.length) ?? null;
    }
    return null;
  }

  async function more(responses: number): Promise<void> {
    const before = total;
    await vi.waitUntil(() => total > before + responses, { timeout: 25_000, interval: 20 });
  }

  async function end() {
    isOver = true;
    await running;
    agent.destroy();
    return wrong;
  }
}
