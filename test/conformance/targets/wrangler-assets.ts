import type { Target } from '../target.ts';
import { missingWrangler, settleWrangler, startWrangler } from './start-wrangler.ts';

/** The recipe as it is: the release is the static assets of the Worker. */
export const wranglerAssets: Target = {
  name: 'wrangler dev, static assets',
  missing: missingWrangler,
  settle: settleWrangler,
  start: (setup) => startWrangler(setup, async () => ({})),
};
