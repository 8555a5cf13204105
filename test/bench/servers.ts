import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { startChild } from './child.ts';
import { environment, galleyOut } from './galley.ts';
import type { Program } from './machine.ts';
import { nginxConf } from './nginx-conf.ts';
import { type RunningServer, startServer } from './start-server.ts';
import type { Bodies } from './write-bodies.ts';

/** nginx, which keeps its own files in `folder`. It sends `.gz` files where a client takes them. */
export async function startNginx({ command }: Program, folder: string, bodies: Bodies): Promise<RunningServer> {
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await mkdir(folder, { recursive: true });
  await writeFile(file, nginxConf(folder, bodies, port));
  const child = startChild(command, ['-e', join(folder, 'error.log'), '-p', folder, '-c', file]);
  await Promise.race([untilAccepting(port), child.untilEnded()]);
  return { name: 'nginx', address: `http://127.0.0.1:${port}`, pid: child.pid, stop: child.stop };
}

/** `node:http` that checks nothing; `encoding` is the header of its bodies. */
export function startBare(bodies: Bodies, headers: string): Promise<RunningServer> {
  return startOurs('node:http', 'serve-bare.js', [bodies.folder, headers, String(bodies.status)]);
}

/** Galley with its cache of page files, or the same without a check of what it reads. */
export function startBlocks(kind: 'block-cache' | 'unchecked', folder: string): Promise<RunningServer> {
  const args = [besideThis('serve-blocks.js'), galleyOut(folder), kind];
  return startServer(`Galley with ${kind}`, startChild(process.execPath, args, { env: environment }));
}

function startOurs(name: string, script: string, args: string[]): Promise<RunningServer> {
  return startServer(name, startChild(process.execPath, [besideThis(script), ...args]));
}

function besideThis(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function untilAccepting(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nothing accepts connections on port ${port}.`);
}
