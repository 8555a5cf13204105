import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFolder } from '../../../build/package/package.ts';
import type { Target } from '../target.ts';
import { missingWrangler, settleWrangler, startWrangler } from './start-wrangler.ts';

const run = promisify(execFile);
const fill = join(packageFolder(), 'test/conformance/targets/fill-bucket.mjs');
const prefix = 'releases/';

/** The recipe with a bucket of R2 in the place of the static assets. */
export const wranglerR2: Target = {
  name: 'wrangler dev, R2',
  missing: missingWrangler,
  settle: settleWrangler,
  start: (setup) =>
    startWrangler(setup, async (config, state) => {
      delete config.assets;
      config.r2_buckets = [{ binding: 'RELEASES', bucket_name: 'releases' }];
      await run(process.execPath, [fill, setup.out, state, prefix]);
      return { bucket: 'RELEASES', prefix };
    }),
};
