/** @module-tag program */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { startWrangler } from '../conformance/targets/start-wrangler.ts';
import { root } from '../support/command.ts';
import { has, missingRuntime } from '../support/needs.ts';
import { key } from '../support/release.ts';
import { makeSite } from '../support/site.ts';

test.skipIf(!has(missingRuntime('wrangler') ?? 'wrangler', missingRuntime('wrangler') === null)).each([
  ['as galley init cloudflare writes them', true, 0, 'Nothing leaks'],
  ['without the Worker in front', false, 1, 'an article without a key'],
])('galley deploy check of wrangler dev, with settings %s', async (_, run_worker_first, code, printed) => {
  const { folder, run } = await makeSite({ 'content/a.md': '---\ntitle: A\ndate: 2025-01-01\n---\n\nText\n' });
  expect((await run('build')).code).toBe(0);
  const setup = { dist: join(root, 'dist'), out: join(folder, 'public'), keys: `tests:${sha256(key)}` };
  const { address, stop } = await startWrangler(setup, async ({ assets }) => {
    Object.assign(assets as object, { run_worker_first });
    return {};
  });
  onTestFinished(stop);
  const checked = await run('deploy', 'check', address);
  expect([checked.code, checked.out]).toEqual([code, expect.stringContaining(printed)]);
});
