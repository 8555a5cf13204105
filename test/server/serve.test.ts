import { existsSync, openSync } from 'node:fs';
import { Agent, get as getWith } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { droppingLines } from '../../build/cli/dropping-lines.ts';
import { type Running, start } from '../support/command.ts';
import { has } from '../support/needs.ts';
import { get } from '../support/server.ts';
import { makeArticles } from '../support/site.ts';

const soon = { interval: 20 };

interface Server {
  running: Running;
  port: number;
  key: string;
}

async function serve(folder: string, ...flags: string[]): Promise<Server> {
  const running = start(folder, ['serve', '--port', '0', ...flags]);
  const port = Number((await running.until(/(?:address":"|listening on )http:\/\/127\.0\.0\.1:(\d+)/))[1]);
  await expect.poll(() => running.text.err, soon).toContain('key for this run');
  return { running, port, key: /gly_\S{36}/.exec(running.text.err)?.[0] ?? '' };
}

/** Asks one of two servers again and again over one connection, and the other one once that closes it, as a load balancer does. */
async function askUntilMoved(from: Server, to: Server, failures: unknown[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let server = from;
  let after = 0;
  for (let asked = 0; after < 3; asked++) {
    const { port, key } = server;
    const isClosed = await new Promise<boolean>((resolve) => {
      const request = getWith({ agent, port, path: '/api/v1/articles', headers: { 'X-Api-Key': key } }, (response) => {
        if (response.statusCode !== 200) failures.push(response.statusCode);
        response.resume().once('end', () => resolve(response.headers.connection === 'close'));
      });
      request.once('error', (error) => {
        failures.push(error);
        resolve(true);
      });
    });
    if (server === to) after++;
    if (isClosed) server = to;
    if (asked % 10 === 0) await new Promise(setImmediate);
  }
  agent.destroy();
  return after;
}

test.each(['1', '2'])(
  'with --workers %s and --drain, SIGTERM loses no request of 64 busy clients',
  { tags: ['long'] },
  async (workers) => {
    const { folder } = await makeArticles(1);
    const [draining, other] = await Promise.all([
      serve(folder, '--drain', '2', '--workers', workers),
      serve(folder, '--workers', '1'),
    ]);
    const failures: unknown[] = [];
    const clients = Array.from({ length: 64 }, () => askUntilMoved(draining, other, failures));
    draining.running.child.kill('SIGTERM');
    await expect.poll(async () => (await get(draining.port, '/healthz')).status, soon).toBe(503);
    const { status, headers } = await get(draining.port, '/api/v1/articles', {
      headers: { 'X-Api-Key': draining.key, Connection: 'keep-alive' },
    });
    expect([status, headers.connection]).toEqual([200, 'close']);
    await Promise.all(clients);
    expect(failures).toEqual([]);
    expect(await draining.running.ended).toBe(0);
  },
);

test('a reader of the log that goes away, and SIGHUP, end no server', { tags: ['long'] }, async () => {
  const { running, port, key } = await serve((await makeArticles(1)).folder, '--json');
  running.child.stdout?.destroy();
  running.child.stderr?.destroy();
  running.child.kill('SIGHUP');
  for (let i = 0; i < 3; i++) {
    expect((await get(port, '/api/v1/articles', { headers: { 'X-Api-Key': key } })).status).toBe(200);
  }
  running.child.kill('SIGTERM');
  await expect.poll(() => running.child.exitCode, soon).toBe(0);
});

const full = '/dev/full';

test.skipIf(!has('the device /dev/full', existsSync(full)))('lines for which a log has no room are counted', () => {
  const stderr = new PassThrough({ encoding: 'utf8' });
  const lines = droppingLines({ stdout: Object.assign(new PassThrough(), { fd: openSync(full, 'w') }), stderr });
  lines.write('one');
  lines.write('two');
  expect([lines.dropped(), stderr.read()]).toEqual([2, null]);
});
