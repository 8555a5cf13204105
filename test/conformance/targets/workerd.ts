import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../../../build/package/package.ts';
import { runProgram } from '../run-program.ts';
import type { Running, Setup, Target } from '../target.ts';

/** Of the package `workerd`; it lies in the one of this platform. */
export const workerdProgram = join(
  packageFolder(),
  'test/runtimes/node_modules/@cloudflare/workerd-linux-64/bin/workerd',
);

/** What a Worker is written against, as the recipe has it. */
export const compatibilityDate = '2026-03-01';

/** Cloudflare's runtime alone, with the assets from its disk service. */
export const workerd: Target = {
  name: 'workerd',
  missing: () => (existsSync(workerdProgram) ? null : 'test/runtimes'),
  start: startWorkerd,
};

async function startWorkerd({ dist, out, keys }: Setup): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-workerd-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await copyFile(join(dist, 'src', 'adapters', 'cloudflare.js'), join(folder, 'galley.js'));
    await writeFile(join(folder, 'worker.js'), toWorker({}));
    await writeFile(join(folder, 'config.capnp'), toConfig(out, keys));
    const ready = /"socket":"http","port":(\d+)/;
    const program = await runProgram(workerdProgram, ['serve', 'config.capnp', '--control-fd=1'], ready, {
      cwd: folder,
    });
    const { version } = createRequire(join(packageFolder(), 'test/runtimes/package.json'))('workerd/package.json');
    const stop = async (): Promise<void> => {
      await program.stop();
      await remove();
    };
    return { address: `http://127.0.0.1:${program.match[1]}`, version, pids: [program.pid], stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The script of a user, whose package lies beside it. */
export function toWorker(options: object, from = './galley.js'): string {
  return `import { createWorker } from '${from}';\nexport default createWorker(${JSON.stringify(options)});\n`;
}

function toConfig(out: string, keys: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "assets", disk = ${JSON.stringify(out)})],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js"), (name = "galley.js", esModule = embed "galley.js")],
  compatibilityDate = "${compatibilityDate}",
  bindings = [(name = "ASSETS", service = "assets"), (name = "GALLEY_KEYS", text = ${JSON.stringify(keys)})],
);
`;
}
