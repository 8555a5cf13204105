import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../build/package.ts';
import { newKey, sha256 } from '../../src/node/new-key.ts';
import { startChild } from './child.ts';
import { nginxConf } from './nginx-conf.ts';

/** A server in a process of its own. */
export interface RunningServer {
  name: string;
  /** Scheme, host and port. */
  address: string;
  stop(): Promise<void>;
}

/** What rivals answer: the files of a folder, all with one status. */
export interface Bodies {
  folder: string;
  /** Names of the files. */
  names: string[];
  status: number;
  /** Where the status is an error: the one body there is. */
  errorBody: string;
}

/** The key that Galley accepts. */
export const key = newKey();

/** Galley as its users run it. `folder` holds no configuration. */
export function startGalley(folder: string, out: string): Promise<RunningServer> {
  const cli = join(packageFolder(), 'dist', 'build', 'cli.js');
  const env = { GALLEY_KEYS: `bench:${sha256(key)}` };
  return startNode('Galley', [cli, 'serve', '--out', out, '--host', '127.0.0.1', '--port', '0'], { cwd: folder, env });
}

export async function startNginx(command: string, folder: string, bodies: Bodies): Promise<RunningServer> {
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await writeFile(file, nginxConf(folder, bodies.folder, port, bodies.status, bodies.errorBody));
  const child = startChild(command, ['-e', join(folder, 'error.log'), '-p', folder, '-c', file]);
  await Promise.race([untilAccepting(port), child.untilEnded()]);
  return { name: 'nginx', address: `http://127.0.0.1:${port}`, stop: child.stop };
}

export function startSirv(bodies: Bodies): Promise<RunningServer> {
  return startNode('sirv', [besideThis('serve-sirv.js'), bodies.folder]);
}

export function startBare(bodies: Bodies): Promise<RunningServer> {
  return startNode('node:http', [besideThis('serve-bare.js'), bodies.folder, String(bodies.status)]);
}

async function startNode(
  name: string,
  args: string[],
  options: Parameters<typeof startChild>[2] = {},
): Promise<RunningServer> {
  const child = startChild(process.execPath, args, options);
  const address = await child.untilPrinted(/listening on (http:\/\/\S+)/);
  return { name, address, stop: child.stop };
}

function besideThis(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
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
