import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageFolder } from '../../../build/package/package.ts';
import { runtimes } from '../../support/needs.ts';
import { startFront } from '../lambda/start-front.ts';
import { runProgram } from '../run-program.ts';
import type { Running, Setup, Target } from '../target.ts';

/** AWS's runtime client for Node.js, the newest that runs on Node 20. */
const client = join(runtimes, 'node_modules', 'aws-lambda-ric');

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

async function start(setup: Setup, door: string): Promise<Running> {
  const { dist, out, keys, cors, rateLimit } = setup;
  const folder = await mkdtemp(join(tmpdir(), 'galley-lambda-'));
  const front = await startFront();
  const release = async (): Promise<void> => {
    await front.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await mkdir(join(folder, 'node_modules'));
    await symlink(dirname(dist), join(folder, 'node_modules', 'galley'));
    const options = JSON.stringify({ out, cors, ...(rateLimit && { rateLimit }) });
    const text = `import { ${door} } from 'galley/lambda';\nexport const handler = await ${door}(${options});\n`;
    await writeFile(join(folder, 'index.mjs'), text);
    const isCompiled = existsSync(join(client, 'dist', 'rapid-client.node'));
    const transport = join(packageFolder(), 'test', 'conformance', 'lambda', 'transport.cjs');
    const args = [...(isCompiled ? [] : ['--require', transport]), join(client, 'bin', 'index.mjs'), 'index.handler'];
    const env = {
      ...{ GALLEY_KEYS: keys, LAMBDA_TASK_ROOT: folder, AWS_LAMBDA_RUNTIME_API: front.runtimeApi },
      ...{ AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: 'true', AWS_LAMBDA_FUNCTION_NAME: 'galley' },
    };
    const program = await runProgram(process.execPath, args, /^Executing/m, { cwd: folder, env });
    const stop = async (): Promise<void> => {
      await program.stop();
      await release();
    };
    await front.ready.catch(async (error) => {
      await stop();
      throw error;
    });
    const version = `aws-lambda-ric ${JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')).version}`;
    return { address: front.address, version, pids: [program.pid], stop };
  } catch (error) {
    await release();
    throw error;
  }
}
