// Written by galley init deno. Serves the release in {{out}}, and each new one without a restart. Start it with
//   deno run --allow-net --allow-read --allow-env deno/main.mjs
// The keys are in the variable GALLEY_KEYS: galley key new prints the entry of each.
import { createDenoFetch } from 'galley/deno';

// On Deno Deploy, host and port are the platform's.
const hostname = Deno.env.get('DENO_DEPLOYMENT_ID') === undefined ? '{{host}}' : undefined;
const port = Number(Deno.env.get('PORT') ?? '{{port}}');

Deno.serve({ hostname, port }, await createDenoFetch({ out: '{{out}}' }));
