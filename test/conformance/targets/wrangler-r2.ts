import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFolder } from '../../../build/package/package.ts';
import { removeAtEnd } from '../../support/remove-at-end.ts';
import type { Target } from '../target.ts';
import { missingWrangler, settleWrangler, startWrangler } from './start-wrangler.ts';

const run = promisify(execFile);
const fill = join(packageFolder(), 'test/conformance/targets/fill-bucket.mjs');
const prefix = 'releases/';
const draftsPrefix = 'releases-drafts/';
const buckets = new Map<string, Promise<string>>();

/** The recipe with a bucket of R2 in the place of the static assets. */
export const wranglerR2: Target = {
  name: 'wrangler dev, R2',
  missing: missingWrangler,
  settle: settleWrangler,
  start: (setup) =>
    startWrangler(setup, async (config, state) => {
      delete config.assets;
      config.r2_buckets = [{ binding: 'RELEASES', bucket_name: 'releases' }];
      await cp(await filled(setup.out), state, { recursive: true });
      if (setup.drafts === undefined) return { bucket: 'RELEASES', prefix };
      await run(process.execPath, [fill, setup.drafts, state, draftsPrefix]);
      return { bucket: 'RELEASES', prefix, drafts: draftsPrefix };
    }),
};

/** Fills a bucket from a folder once for all starts of this process, with which it goes; gives where it lies. */
function filled(out: string): Promise<string> {
  const filling = buckets.get(out) ?? fillBucket(out);
  buckets.set(out, filling);
  return filling;
}

async function fillBucket(out: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-bucket-'));
  removeAtEnd(folder);
  if ((await readdir(out)).length > 0) await run(process.execPath, [fill, out, folder, prefix]);
  return folder;
}
