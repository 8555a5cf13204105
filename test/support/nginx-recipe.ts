import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { hasForAll } from './needs.ts';

/** Whether njs is installed. */
export function hasNjs(): boolean {
  return hasForAll('njs for nginx (Debian: libnginx-mod-http-js)', existsSync(njsModule));
}

export const njsModule = '/usr/lib/nginx/modules/ngx_http_js_module.so';

/** Whether this machine has the loopback address of IPv6. */
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((found) => found?.address === '::1');

export interface RecipeNginx {
  port: number;
  /** Of the master and its workers. */
  pids(): Promise<number[]>;
  /** Reads the configuration and the keys again; done once the workers from before have ended. */
  reload(): Promise<void>;
  errors(): Promise<string>;
  stop(): Promise<void>;
}

interface Changes {
  /** Ports of the replicas, in place of the two that the recipe names. */
  replicas: readonly number[];
  /** Whether requests are limited as the recipe says; they are not by default. */
  isLimited?: boolean;
  /** Without `X-Cache`. */
  isPlain?: boolean;
  /** Changes the configuration further. */
  edit?: (text: string) => string;
}

/**
 * nginx with what `galley init nginx` wrote into `folder`: on a port of its own, with the cache in the folder, and
 * `X-Cache` on each response, which says what became of it there. All else is as written.
 */
export async function startNginxRecipe(
  folder: string,
  { replicas, isLimited = false, isPlain = false, edit = (text) => text }: Changes,
): Promise<RecipeNginx> {
  const port = await freePort();
  const work = join(folder, 'nginx-work');
  await mkdir(work, { recursive: true });
  const recipe = await readFile(join(folder, 'nginx', 'galley.conf'), 'utf8');
  const [server = ''] = /server 127\.0\.0\.1:\d+ /.exec(recipe) ?? [];
  const [first = '', ...others] = recipe.match(/^ *server 127\.0\.0\.1:.*\n/gm) ?? [];
  const lines = replicas.map((replica) => first.replace(server, `server 127.0.0.1:${replica} `)).join('');
  let text = recipe
    .replace(first, lines)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen [::]:80;', hasIpv6 ? `listen [::1]:${port};` : '');
  for (const other of others) text = text.replace(other, '');
  text = text.replace('/var/cache/galley', `${work}/cache`);
  if (!isLimited) text = text.replaceAll(/rate=\d+r\/s/g, 'rate=1000000r/s').replaceAll(/burst=\d+/g, 'burst=1000000');
  if (!isPlain)
    text = text.replace(
      'server_tokens off;',
      'server_tokens off;\n  add_header X-Cache $upstream_cache_status always;',
    );
  await writeFile(join(work, 'galley.conf'), edit(text));
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${work}/${name};`,
  );
  // A worker of root's would run as another user, who may not read the folder.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : '';
  await writeFile(
    join(work, 'nginx.conf'),
    `load_module ${njsModule};
daemon off; worker_processes 1; ${user} pid ${work}/pid; error_log ${work}/error.log;
events { worker_connections 1024; }
http { ${places.join(' ')} access_log off; include ${work}/galley.conf; }
`,
  );
  const child = spawn('nginx', ['-p', work, '-c', join(work, 'nginx.conf'), '-e', join(work, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  const ended = once(child, 'close');
  const errors = (): Promise<string> => readFile(join(work, 'error.log'), 'utf8');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${printed}${await errors()}`);
    await setTimeout(20);
  }
  return { port, pids: async () => [child.pid ?? 0, ...(await workers())], reload, errors, stop };

  async function workers(): Promise<number[]> {
    const text = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    return text.trim().split(' ').map(Number);
  }

  async function reload(): Promise<void> {
    const before = await workers();
    child.kill('SIGHUP');
    while ((await workers()).some((pid) => before.includes(pid))) await setTimeout(10);
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
