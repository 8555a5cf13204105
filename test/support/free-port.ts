import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that a system gives to who asks for any, and to who connects. */
const range = [10_000, 30_000] as const;

const given = new Set<number>();

/**
 * A port of 127.0.0.1 on which nobody listens, and which no other program is given by chance: for one that has to be given a
 * port, or that ends and comes back.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range);
    if (given.has(port)) continue;
    given.add(port);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
