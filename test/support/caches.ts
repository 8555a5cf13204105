import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { makeFolder } from './server.ts';

export interface Cached {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A cache in front of a server. */
export interface Cache {
  ask(target: string, headers?: Record<string, string>, method?: string): Promise<Cached>;
}

/** nginx with these lines in its `http` block, of which one is `listen 80;`. */
export async function startNginx(lines: string): Promise<Cache> {
  const folder = await makeFolder();
  const socket = join(folder, 'socket');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // A worker of root's would run as another user, who may not read the folder.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : '';
  const text = `
daemon off;
worker_processes 1;
${user}
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  ${temporary.join('\n  ')}
  access_log off;
  ${lines.replace('listen 80;', `listen unix:${socket};`).replaceAll('/var/cache/galley', `${folder}/cache`)}
}
`;
  await writeFile(join(folder, 'nginx.conf'), text);
  await startCache('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], socket);
  return { ask: asker(socket) };
}

/** Varnish with this VCL, whose backend is at `127.0.0.1:8787`. */
export async function startVarnish(vcl: string): Promise<Cache> {
  const folder = await makeFolder();
  const socket = join(folder, 'socket');
  await writeFile(join(folder, 'default.vcl'), vcl);
  const place = ['-F', '-j', 'none', '-n', join(folder, 'work'), '-a', `${socket},HTTP`];
  const limits = ['-s', 'malloc,32m', '-p', 'thread_pools=1', '-p', 'thread_pool_min=10', '-T', 'none'];
  // It has its configuration compiled; that need not be fast.
  const compiler = ['-p', 'cc_command=exec gcc -O0 -w -fPIC -shared -o %o %s'];
  const args = [...place, '-f', join(folder, 'default.vcl'), ...limits, ...compiler];
  await startCache('varnishd', args, socket);
  return { ask: asker(socket) };
}

async function startCache(command: string, args: string[], socket: string): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  onTestFinished(() => stop(child));
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}: ${printed}`);
    return (
      existsSync(socket) &&
      (await asker(socket)('/healthz').then(
        () => true,
        () => false,
      ))
    );
  };
  await vi.waitUntil(isReady, { timeout: 30_000, interval: 10 });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
}

function asker(socketPath: string): Cache['ask'] {
  return (path, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      const all = { Host: 'articles.example.com', ...headers };
      const asked = request({ socketPath, path, method, headers: all, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      });
      asked.on('error', reject);
      asked.end();
    });
}
