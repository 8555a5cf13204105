import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseKeysVariable } from '../../../src/keys/keys-env.ts';
import { cli } from '../../support/command.ts';
import { njsModule, startNginxRecipe } from '../../support/nginx-recipe.ts';
import { runProgram } from '../run-program.ts';
import type { Running, Setup, Target } from '../target.ts';

/** nginx as `galley init nginx` writes it, in front of two Node adapters. */
export const nginx: Target = {
  name: 'nginx',
  missing: () => {
    if (spawnSync('nginx', ['-v']).status !== 0) return 'the command nginx';
    return existsSync(njsModule) ? null : 'njs for nginx';
  },
  start,
};

async function start({ dist, out, keys, isLimited = false }: Setup): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-nginx-'));
  const stops = [(): Promise<void> => rm(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const end of stops.reverse()) await end();
  };
  try {
    // It keeps nothing of keys that are counted.
    const kept = isLimited ? {} : { nginxCache: { seconds: 600 } };
    await writeFile(join(folder, 'galley.config.yaml'), JSON.stringify({ out, port: 0, ...kept }));
    await writeFile(join(folder, 'galley.keys.json'), JSON.stringify({ keys: parseKeysVariable(keys) }));
    execFileSync(process.execPath, [cli, 'init', 'nginx'], { cwd: folder });
    // Each counts requests for itself.
    const count = isLimited ? 1 : 2;
    const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(dist, folder)));
    for (const replica of replicas) stops.push(replica.stop);
    const found = await startNginxRecipe(folder, { replicas: replicas.map(({ port }) => port), isPlain: true });
    stops.push(found.stop);
    const { stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' });
    const version = `${/\/([\d.]+)/.exec(stderr)?.[1]}, Node ${process.versions.node}`;
    const pids = [...(await found.pids()), ...replicas.map(({ pid }) => pid)];
    return { address: `http://127.0.0.1:${found.port}`, version, pids, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startReplica(dist: string, folder: string) {
  const args = [join(dist, 'build', 'cli.js'), 'serve'];
  const program = await runProgram(process.execPath, args, /^listening on http:\S+:(\d+)$/m, { cwd: folder });
  return { ...program, port: Number(program.match[1]) };
}
