/** @module-tag program */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { lambda, lambdaBuffered } from '../conformance/targets/lambda.ts';
import { adapterArticles, video, writeMedia } from '../support/adapter-requests.ts';
import { root } from '../support/command.ts';
import { flipped } from '../support/damage.ts';
import { has } from '../support/needs.ts';
import { key } from '../support/release.ts';
import { get, startServer } from '../support/server.ts';

const isHere = has(lambda.missing() ?? 'aws-lambda-ric', lambda.missing() === null);
const targets = [lambda, lambdaBuffered];

test.skipIf(!isHere).each(targets)("$name, by AWS's runtime client", async (target) => {
  const { out } = await startServer(adapterArticles.slice(0, 3));
  await writeMedia(out);
  const keys = `tests:${sha256(key)}`;
  const setup = { dist: join(root, 'dist'), out, keys };
  const { address, stop } = await target.start(setup);
  onTestFinished(stop);
  const port = Number(new URL(address).port);
  const response = await get(port, `/media/${video.name}`);
  expect([response.status, response.body === video.bytes.toString()]).toEqual([200, true]);
  await writeFile(join(out, 'media', video.name), flipped(video.bytes, 700_000));
  const broken = await get(port, `/media/${video.name}`, { headers: { Range: 'bytes=0-' } }).catch(() => null);
  expect(broken?.status ?? 'broken off').toBe(target === lambda ? 'broken off' : 500);
  expect((await get(port, '/api/v1/articles/1')).status).toBe(200);
  expect((await get(port, '/healthz', { method: 'HEAD' })).status).toBe(200);
});

test.skipIf(!isHere).each(targets)('$name without keys does not start, and says why', async (target) => {
  const { out } = await startServer([]);
  const setup = { dist: join(root, 'dist'), out, keys: '' };
  await expect(target.start(setup)).rejects.toThrow(/GALLEY_KEYS: found no key/);
});
