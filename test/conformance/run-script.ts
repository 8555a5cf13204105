import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runProgram } from './run-program.ts';
import type { Running, Setup } from './target.ts';

/** The text of a module that prints `listening on ADDRESS with VERSION` once it listens. */
export type RunScript = (setup: Setup, toAddress: (dist: string, path: string) => string) => string;

/** Runs a module in a runtime, from a folder of its own. */
export async function runScript(
  command: string,
  args: readonly string[],
  script: RunScript,
  setup: Setup,
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-door-'));
  const file = join(folder, 'serve.mjs');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(
      file,
      script(setup, (dist, path) => pathToFileURL(join(dist, path)).href),
    );
    const ready = /^listening on (http:\S+) with (\S+)$/m;
    const program = await runProgram(command, [...args, file], ready, {
      cwd: folder,
      env: { GALLEY_KEYS: setup.keys },
    });
    const [, address = '', version = ''] = program.match;
    const stop = async (): Promise<void> => {
      await program.stop();
      await remove();
    };
    return { address, version, pids: [program.pid], stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
