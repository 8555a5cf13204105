import { findRuntime, missingRuntime } from '../../support/needs.ts';
import { type RunScript, runScript } from '../run-script.ts';
import type { Target } from '../target.ts';

const script: RunScript = ({ out, drafts }) => `
  import { createDenoFetch } from 'galley/deno';
  const onListen = ({ port }) => console.log('listening on http://127.0.0.1:' + port + ' with ' + Deno.version.deno);
  Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, await createDenoFetch(${JSON.stringify({ out, drafts })}));`;

const args = [
  'run',
  '--node-modules-dir=manual',
  '--no-lock',
  '--no-prompt',
  '--allow-net',
  '--allow-read',
  '--allow-env',
];

/** The adapter for Deno, as its guide page starts it. */
export const deno: Target = {
  name: 'Deno',
  missing: () => missingRuntime('deno'),
  start: (setup) => runScript(findRuntime('deno') ?? 'deno', args, script, setup),
};
