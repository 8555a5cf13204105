import { findRuntime, missingRuntime } from '../../support/needs.ts';
import { type RunScript, runScript } from '../run-script.ts';
import type { Target } from '../target.ts';

const script: RunScript = ({ out, drafts }) => `
  import { createBunFetch } from 'galley/bun';
  const fetch = await createBunFetch(${JSON.stringify({ out, drafts })});
  const { url } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch });
  console.log('listening on ' + url.origin + ' with ' + Bun.version);`;

/** The adapter for Bun, as its guide page starts it. */
export const bun: Target = {
  name: 'Bun',
  missing: () => missingRuntime('bun'),
  start: (setup) => runScript(findRuntime('bun') ?? 'bun', [], script, setup),
};
