// Compiles a clone after `npm ci`, as `postprepare`: npm would warn of a `prepare` of the package wherever that is installed. Plain
// JavaScript, since nothing is compiled yet when it runs.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const has = (path) => existsSync(new URL(path, import.meta.url));

if (has('../../node_modules/typescript')) execSync('npm run --silent build', { stdio: 'inherit' });
else if (!has('../../dist/build/cli.js')) {
  console.error(
    'Galley is compiled by TypeScript, which is not installed here. Run npm ci, then npm prune --omit=dev.',
  );
  process.exit(1);
}
