import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

// Arguments: the folder of bodies, the status, the encoding. What `node:http` can do at best: bodies in memory,
// nothing looked at.
const [folder = '.', status = '200', encoding = ''] = process.argv.slice(2);
const bodies = new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]));
const nothing = Buffer.alloc(0);
const constant = { 'Content-Type': 'application/json', ...(encoding !== '' && { 'Content-Encoding': encoding }) };

const server = createServer((request, response) => {
  const body = bodies.get(request.url ?? '') ?? nothing;
  if (status === '304') response.writeHead(304);
  else response.writeHead(Number(status), { ...constant, 'Content-Length': body.length });
  response.end(status === '304' ? undefined : body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
