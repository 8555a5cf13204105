// Written by galley init bun. Serves the release in {{out}}, and each new one without a restart. Start it with
//   bun bun/serve.mjs
// The keys are in the variable GALLEY_KEYS: galley key new prints the entry of each.
import { createBunFetch } from 'galley/bun';

const port = Number(process.env.PORT ?? '{{port}}');

Bun.serve({ hostname: '{{host}}', port, fetch: await createBunFetch({ out: '{{out}}' }) });
