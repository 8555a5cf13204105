import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runProgram } from './run-program.ts';
import type { Running, Setup } from './target.ts';

/** The text of a module that prints `listening on ADDRESS with VERSION` once it listens. It imports Galley as a package. */
export type RunScript = (setup: Setup) => string;

/** Runs a module in a runtime, from a folder of its own in which Galley is installed. */
export async function runScript(
  command: string,
  args: readonly string[],
  script: RunScript,
  setup: Setup,
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-adapter-'));
  const file = join(folder, 'serve.mjs');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(join(folder, 'node_modules'));
    await symlink(dirname(setup.dist), join(folder, 'node_modules', 'galley'));
    await writeFile(join(folder, 'package.json'), '{"type":"module","dependencies":{"galley":"*"}}');
    await writeFile(file, script(setup));
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
