import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../build/cli/listen.ts';
import { Config } from '../../../../build/cli/settings.ts';
import { silent } from '../../../support/command.ts';
import { makeFolder } from '../../../support/server.ts';

/** Requests that `node:http` has read in this process. */
function countRead(): () => number {
  let count = 0;
  const note = (): void => void count++;
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  return () => count;
}

test.each([
  ['unless it is set', {}, 0],
  ['fastPath: true', { fastPath: true }, 0],
  ['fastPath: false', { fastPath: false }, 2],
])('%s: of two plain requests, node:http reads %d', async (_, settings, expected) => {
  const folder = await makeFolder();
  const config = Config.parse({ out: folder, keys: `${folder}/keys.json`, port: 0, ...settings });
  const { address, key, close } = await listen(config, () => {}, silent);
  onTestFinished(() => close());
  const count = countRead();
  for (const target of ['/api/v1/articles', '/api/v1/articles/1']) {
    const headers = { 'X-Api-Key': key ?? '', Connection: 'keep-alive' };
    expect((await fetch(`${address}${target}`, { headers })).status).toBe(503);
  }
  expect(count()).toBe(expected);
});
