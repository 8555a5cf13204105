import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageFolder } from '../../../build/package/package.ts';
import { runtimes } from '../../support/needs.ts';
import { runProgram } from '../run-program.ts';
import type { Running, Setup, Target } from '../target.ts';

const installed = join(runtimes, 'node_modules');

/** AWS's runtime client for Node.js, the newest that runs on Node 20. */
const client = join(installed, 'aws-lambda-ric');

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

async function start({ dist, out, keys, cors, rateLimit }: Setup, door: string): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-lambda-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(join(folder, 'node_modules'));
    await symlink(dirname(dist), join(folder, 'node_modules', 'galley'));
    const options = JSON.stringify({ out, cors, ...(rateLimit && { rateLimit }) });
    const text = `import { ${door} } from 'galley/lambda';\nexport const handler = await ${door}(${options});\n`;
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

/** Runs the handler of `index.mjs` in a folder by AWS's runtime client. */
export async function runFunction(folder: string, keys: string): Promise<Running> {
  const sources = join(packageFolder(), 'test', 'conformance', 'lambda');
  const temporary = await mkdtemp(join(tmpdir(), 'galley-front-'));
  const front = join(temporary, 'front.mjs');
  const options = ['--bundle', '--platform=node', '--format=esm', '--log-level=error', `--outfile=${front}`];
  execFileSync(process.execPath, [esbuild, join(sources, 'run-front.ts'), ...options]);
  // Its own addon where the installation compiled it.
  const isCompiled = existsSync(join(client, 'dist', 'rapid-client.node'));
  const transport = isCompiled ? [] : ['--require', join(sources, 'transport.cjs')];
  const args = [front, process.execPath, ...transport, join(client, 'bin', 'index.mjs'), 'index.handler'];
  const env = {
    ...{ GALLEY_KEYS: keys, LAMBDA_TASK_ROOT: folder, AWS_LAMBDA_FUNCTION_NAME: 'galley' },
    ...(!isCompiled && { AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: 'true' }),
  };
  try {
    const ready = /^listening on (http:\S+) by (\d+)$/m;
    const program = await runProgram(process.execPath, args, ready, { cwd: folder, env });
    const [, address = '', pid = ''] = program.match;
    const { version } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
    return { address, version: `aws-lambda-ric ${version}`, pids: [Number(pid)], stop: program.stop };
  } finally {
    await rm(temporary, { recursive: true });
  }
}
