import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';

// Argument: the folder. In production mode sirv lists it once, at the start.
const server = createServer(sirv(process.argv[2] ?? '.', { dev: false, etag: true }));
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
