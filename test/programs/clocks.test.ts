/** @module-tag program */
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { galley, start } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { has, hasCommand } from '../support/needs.ts';
import { hasNjs, startNginxRecipe } from '../support/nginx-recipe.ts';
import { startObjectStore } from '../support/object-store.ts';
import { get } from '../support/server.ts';
import { makeSite } from '../support/site.ts';

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const isHere = [has('libfaketime (Debian: faketime)', existsSync(library)), hasCommand('nginx', '-v'), hasNjs()].every(
  Boolean,
);
const key = newKey();
const headers = { 'X-Api-Key': key };

test.skipIf(!isHere)(
  'replicas whose clocks are 90 s ahead, right and 90 s behind, and nginx before them, show no article early',
  async () => {
    const store = await startObjectStore();
    const { folder, write } = await makeSite();
    const due = Math.ceil(Date.now() / 1000) + 15;
    const at = new Date(due * 1000).toISOString();
    await write({
      'galley.config.yaml': 'site: https://articles.example.com\nnginxCache: {seconds: 5}\n',
      'galley.keys.json': JSON.stringify({ keys: [{ name: 'web', digest: sha256(key) }] }),
      'content/old.md': '---\ndate: 2026-01-01\n---\nText.\n',
      'content/new.md': `---\npublish_at: ${at}\n---\nText.\n`,
    });
    const env = {
      AWS_ENDPOINT_URL: store.endpoint,
      AWS_REGION: store.region,
      AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    };
    for (const args of [['build'], ['push', 's3://articles/live'], ['init', 'nginx']])
      expect(await galley(folder, args, env)).toMatchObject({ code: 0 });
    const serve = async (offset: string) => {
      const port = String(await freePort());
      const faked = { ...env, LD_PRELOAD: library, FAKETIME: offset };
      const running = start(folder, ['serve', '--from', 's3://articles/live', '--port', port], faked);
      await running.until(/listening on/);
      return { ...running, port: Number(port) };
    };
    const replicas = await Promise.all(['+90s', '+0s', '-90s'].map(serve));
    const nginx = await startNginxRecipe(folder, { replicas: replicas.map(({ port }) => port) });
    onTestFinished(nginx.stop);
    const ports = [...replicas.map(({ port }) => port), nginx.port];
    const early: number[] = [];
    const asked = { before: 0, after: 0 };
    const shown = new Map<number, number>();
    while (shown.size < ports.length) {
      expect(Date.now() / 1000, 'seconds after it is due').toBeLessThan(due + 20);
      for (const port of ports) {
        const [list, article] = await Promise.all(
          ['/api/v1/articles', '/api/v1/articles/new'].map((target) => get(port, target, { headers })),
        );
        const isShown = article?.status === 200 || list?.headers['x-total-count'] === '2';
        // The response was on its way until now: it was early only if it is early still.
        const isEarly = Date.now() < due * 1000;
        asked[isEarly ? 'before' : 'after']++;
        if (isShown && isEarly) early.push(port);
        if (isShown && !shown.has(port)) shown.set(port, Date.now() / 1000 - due);
      }
      await setTimeout(20);
    }
    console.log('asked', asked, 'shown after seconds', [...shown.values()]);
    expect(early).toEqual([]);
    expect(asked.before).toBeGreaterThan(100);
    const [ahead, right, behind] = await Promise.all(replicas.map(({ port }) => get(port, '/healthz')));
    expect([ahead, right, behind].map((response) => JSON.parse(response?.body ?? '').status)).toEqual([
      'degraded',
      'ok',
      'degraded',
    ]);
    for (const { text } of [replicas[0], replicas[2]].flatMap((each) => each ?? []))
      expect(text.err).toMatch(/The clock of this server is (?:89|90|91) s/);
  },
);
