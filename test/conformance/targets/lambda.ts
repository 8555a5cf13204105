import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageFolder } from '../../../build/package/package.ts';
import { runtimes } from '../../support/needs.ts';
import { removeAtEnd } from '../../support/remove-at-end.ts';
import { runProgram } from '../run-program.ts';
import type { Running, Setup, Target } from '../target.ts';

const installed = join(runtimes, 'node_modules');

/** AWS's runtime client for Node.js, the newest that runs on Node 20. */
const client = join(installed, 'aws-lambda-ric');

const sources = join(packageFolder(), 'test', 'conformance', 'lambda');

export const esbuild = join(installed, 'esbuild', 'bin', 'esbuild');

const missing = (): string | null => {
  return existsSync(client) ? null : 'aws-lambda-ric (npm ci --ignore-scripts --prefix test/runtimes)';
};

/** A function URL whose invoke mode is `RESPONSE_STREAM`. */
export const lambda: Target = { name: 'Lambda', missing, start: (setup) => start(setup, 'createLambdaStream') };

/** A function URL whose invoke mode is `BUFFERED`, or an HTTP API. */
export const lambdaBuffered: Target = {
  name: 'Lambda, buffered',
  missing,
  start: (setup) => start(setup, 'createLambdaHandler'),
};

async function start({ dist, out, drafts, keys }: Setup, adapter: string): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-lambda-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(join(folder, 'node_modules'));
    await symlink(dirname(dist), join(folder, 'node_modules', 'galley'));
    const options = JSON.stringify({ out, drafts });
    const text = `import { ${adapter} } from 'galley/lambda';\nexport const handler = await ${adapter}(${options});\n`;
    await writeFile(join(folder, 'index.mjs'), text);
    const running = await runFunction(folder, keys);
    const stop = async (): Promise<void> => {
      await running.stop();
      await remove();
    };
    return { ...running, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

let bundled: Promise<string> | null = null;

/** The front as a module of its own, once for all starts of this process, with which it goes. */
function bundledFront(): Promise<string> {
  bundled ??= mkdtemp(join(tmpdir(), 'galley-front-')).then(async (folder) => {
    removeAtEnd(folder);
    const front = join(folder, 'front.mjs');
    const options = ['--bundle', '--platform=node', '--format=esm', '--log-level=error', `--outfile=${front}`];
    await promisify(execFile)(process.execPath, [esbuild, join(sources, 'run-front.ts'), ...options]);
    return front;
  });
  return bundled;
}

/** Runs the handler of `index.mjs` in a folder by AWS's runtime client. */
export async function runFunction(folder: string, keys: string): Promise<Running> {
  // Its own addon where the installation compiled it.
  const isCompiled = existsSync(join(client, 'dist', 'rapid-client.node'));
  const transport = isCompiled ? [] : ['--require', join(sources, 'transport.cjs')];
  const runtime = [process.execPath, ...transport, join(client, 'bin', 'index.mjs'), 'index.handler'];
  const env = {
    ...{ GALLEY_KEYS: keys, LAMBDA_TASK_ROOT: folder, AWS_LAMBDA_FUNCTION_NAME: 'galley' },
    ...(!isCompiled && { AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: 'true' }),
  };
  const front = await bundledFront();
  const startedAt = performance.now();
  const ready = /^listening on (http:\S+) by (\d+)$/m;
  const program = await runProgram(process.execPath, [front, ...runtime], ready, { cwd: folder, env });
  const [, address = '', pid = ''] = program.match;
  const { version } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
  const pids = [Number(pid)];
  return { address, version: `aws-lambda-ric ${version}`, pids, startedAt, stop: program.stop };
}
