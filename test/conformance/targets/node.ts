import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';
import type { Running, Setup, Target } from '../target.ts';

/** The Node adapter as `galley serve` starts it. What the others are compared with. */
export const node: Target = { name: 'Node', missing: () => null, start: (setup) => startNode(setup) };

/** The same without its own reading of plain requests. */
export const nodeWithoutFastPath: Target = {
  name: 'Node, without the fast path',
  missing: () => null,
  start: (setup) => startNode(setup, { fastPath: false }),
};

async function startNode(setup: Setup, more: object = {}): Promise<Running> {
  const { dist, out, keys } = setup;
  const folder = await mkdtemp(join(tmpdir(), 'galley-node-'));
  await writeFile(join(folder, 'galley.config.yaml'), JSON.stringify({ out, port: 0, ...more }));
  const args = [join(dist, 'build', 'cli.js'), 'serve'];
  const ready = /^listening on (http:\S+)$/m;
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const program = await runProgram(process.execPath, args, ready, { cwd: folder, env: { GALLEY_KEYS: keys } });
    const stop = async (): Promise<void> => {
      await program.stop();
      await remove();
    };
    return { address: program.match[1] ?? '', version: process.versions.node, pids: [program.pid], stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
