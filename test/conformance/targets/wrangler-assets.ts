import type { Target } from '../target.ts';
import { missingWrangler, startWrangler } from './start-wrangler.ts';

/** The recipe as it is: the release is the static assets of the Worker. */
export const wranglerAssets: Target = {
  name: 'wrangler dev, static assets',
  missing: missingWrangler,
  start: (setup) => startWrangler(setup, async () => ({})),
};
