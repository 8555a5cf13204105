import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

export interface Relay {
  address: string;
  /** Bytes that came back through it, heads included. */
  received: number;
  /** Bytes that went to the server through it. */
  sent: number;
  close(): void;
}

/** Passes connections on to a server of this machine, and counts what it gets and sends. */
export async function startRelay(to: string): Promise<Relay> {
  const port = Number(new URL(to).port);
  const server = createServer((socket) => {
    const behind = connect(port, '127.0.0.1');
    behind.on('data', (bytes) => {
      relay.received += bytes.length;
    });
    socket.on('data', (bytes) => {
      relay.sent += bytes.length;
    });
    socket.pipe(behind).pipe(socket);
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relay: Relay = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: 0,
    sent: 0,
    close: () => void server.close(),
  };
  return relay;
}
