import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** A port of 127.0.0.1 that leads to another one, and can be closed and opened again: a server that goes away and comes back. */
export interface Gate {
  port: number;
  /** Cuts every connection, and takes none. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export async function openGate(to: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(to, '127.0.0.1');
    for (const [one, two] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        sockets.delete(one);
        two.destroy();
      });
      one.pipe(two);
    }
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const port = await freePort();
  await listen(port);
  return { port, close, open: () => listen(port) };

  async function close(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
}
