import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { blankComments } from '../../../build/front-matter/parse/parse-yaml.ts';
import { packageFolder } from '../../../build/package/package.ts';
import { fillIn } from '../../../build/recipes/write-recipe.ts';
import { runProgram } from '../run-program.ts';
import type { Running, Setup } from '../target.ts';
import { toWorker } from './workerd.ts';

const runtimes = join(packageFolder(), 'test/runtimes');
const wrangler = join(runtimes, 'node_modules/wrangler/bin/wrangler.js');

export const requireRuntime = createRequire(join(runtimes, 'package.json'));

export function missingWrangler(): string | null {
  return existsSync(wrangler) ? null : 'test/runtimes';
}

/** Changes the recipe's configuration; `folder` is where wrangler keeps buckets. */
export type Prepare = (config: Record<string, unknown>, folder: string) => Promise<object>;

/** Starts `wrangler dev` on what `galley init cloudflare` writes, changed by `prepare`, which gives options of the Worker. */
export async function startWrangler({ dist, out, keys }: Setup, prepare: Prepare): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-wrangler-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  try {
    const text = await readFile(join(packageFolder(), 'build/recipes/cloudflare/wrangler.jsonc'), 'utf8');
    const values = {
      site: '',
      siteHost: '',
      host: '',
      port: '',
      nextPort: '',
      out: 'public',
      keys: '',
      folder,
      name: 'galley',
    };
    const config: Record<string, unknown> = parse(blankComments(fillIn(text, values as never)));
    await symlink(out, join(folder, 'public'));
    const options = await prepare(config, join(folder, 'state'));
    await mkdir(join(folder, 'src'));
    await writeFile(join(folder, 'src/worker.ts'), toWorker(options, 'galley/cloudflare'));
    await writeFile(join(folder, 'wrangler.jsonc'), JSON.stringify(config));
    await writeFile(join(folder, '.dev.vars'), `GALLEY_KEYS=${keys}\n`);
    await mkdir(join(folder, 'node_modules'));
    await symlink(dirname(dist), join(folder, 'node_modules/galley'));
    const args = [
      wrangler,
      'dev',
      '--ip',
      '127.0.0.1',
      '--port',
      '0',
      '--inspector-port',
      '0',
      '--persist-to',
      'state',
      '--show-interactive-dev-session=false',
    ];
    const env = {
      WRANGLER_SEND_METRICS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      WRANGLER_LOG_PATH: folder,
      CI: 'true',
      XDG_CONFIG_HOME: folder,
    };
    const startedAt = performance.now();
    const program = await runProgram(process.execPath, args, /Ready on (http:\S+)/, { cwd: folder, env });
    const stop = async (): Promise<void> => {
      await program.stop();
      await remove();
    };
    const { version } = requireRuntime('wrangler/package.json');
    return { address: program.match[1] ?? '', version, pids: await pidsOf(program.pid), startedAt, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Its proxy responds 500 to the first request after a hostile one that made it lose a connection. */
export async function settleWrangler(address: string): Promise<void> {
  for (let i = 0; i < 3; i++) await fetch(`${address}/api/v1/articles?`).then((response) => response.text());
}

/** A process and those that it started, workerd among them. */
async function pidsOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => ''));
  const children = (await Promise.all(lists)).join(' ').split(/\s+/).filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(pidsOf))).flat()];
}
