// Puts the files of a folder into the bucket `releases` of R2, where wrangler keeps it: node fill-bucket.mjs FOLDER STATE PREFIX
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const require = createRequire(new URL('../../runtimes/package.json', import.meta.url));
const { Miniflare } = require('miniflare');
const [folder, state, prefix] = process.argv.slice(2);
const miniflare = new Miniflare({
  modules: true,
  script: 'export default {}',
  compatibilityDate: '2026-03-01',
  r2Buckets: { RELEASES: 'releases' },
  r2Persist: resolve(state, 'v3', 'r2'),
});
const bucket = await miniflare.getR2Bucket('RELEASES');
for (const path of readdirSync(folder, { recursive: true })) {
  const file = join(folder, path);
  if (statSync(file).isFile()) await bucket.put(prefix + path, new Uint8Array(readFileSync(file)).buffer);
}
await miniflare.dispose();
