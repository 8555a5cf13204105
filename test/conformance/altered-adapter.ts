import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** An adapter that responds as another does, except for one thing: `alter` gets the bytes of each chunk of a response, one character each. */
export async function alteredAdapter(
  address: string,
  alter: (text: string) => string,
): Promise<{ address: string; stop(): Promise<void> }> {
  const { hostname, port } = new URL(address);
  const server = createServer((client) => {
    const adapter = connect(Number(port), hostname);
    client.pipe(adapter);
    adapter.on('data', (chunk) => client.write(alter(chunk.toString('latin1')), 'latin1'));
    adapter.on('close', () => client.end());
    for (const socket of [client, adapter]) socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.close();
    await once(server, 'close');
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
