import { spawn } from 'node:child_process';
import { startFront } from './start-front.ts';

// Arguments: the program of a runtime. Runs it behind a front, in a process of their own: clients may block theirs.
const [command = '', ...args] = process.argv.slice(2);
const front = await startFront();
const runtime = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, AWS_LAMBDA_RUNTIME_API: front.runtimeApi },
});
runtime.once('exit', (code) => process.exit(code ?? 1));
try {
  await front.ready;
  console.log(`listening on ${front.address} by ${runtime.pid}`);
} catch (error) {
  console.error(error);
  runtime.kill();
  process.exit(1);
}
