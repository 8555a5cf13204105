import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A door that answers as another does, save for one thing: `alter` gets the bytes of each piece of an answer, one character each. */
export async function alteredDoor(
  address: string,
  alter: (text: string) => string,
): Promise<{ address: string; stop(): Promise<void> }> {
  const { hostname, port } = new URL(address);
  const server = createServer((client) => {
    const door = connect(Number(port), hostname);
    client.pipe(door);
    door.on('data', (piece) => client.write(alter(piece.toString('latin1')), 'latin1'));
    door.on('close', () => client.end());
    for (const socket of [client, door]) socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.close();
    await once(server, 'close');
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
