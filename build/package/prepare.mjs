// Compiles a clone after `npm ci`, as `postprepare`: npm would warn of a `prepare` of the package wherever that is installed. Plain
// JavaScript, since nothing is compiled yet when it runs.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => new URL(`../../${path}`, import.meta.url);

if (existsSync(at('node_modules/typescript')))
  // What it prints is no output of the command that needs it.
  execSync('npm run --silent build', { cwd: fileURLToPath(at('.')), stdio: ['ignore', 2, 2] });
else if (!existsSync(at('dist/build/cli.js'))) {
  console.error('Galley is compiled by TypeScript, which is not installed here. Run npm ci in the folder of Galley.');
  process.exit(1);
}
