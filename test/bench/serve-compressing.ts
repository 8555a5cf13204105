import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzip } from 'node:zlib';

// Argument: the folder of bodies. They are in memory; each is compressed, at the level of gzip itself, when it is asked for.
const folder = process.argv[2] ?? '.';
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
const bodies = new Map(names.map((name) => [`/${name}`, readFileSync(join(folder, name))]));
const nothing = Buffer.alloc(0);

const server = createServer((request, response) => {
  gzip(bodies.get(request.url ?? '') ?? nothing, { level: 6 }, (error, body) => {
    if (error !== null) throw error;
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
      'Content-Length': body.length,
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
