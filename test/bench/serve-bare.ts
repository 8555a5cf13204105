import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

// Arguments: the folder of bodies, the file of their headers, the status. What `node:http` can do at best: all in
// memory, nothing checked.
const [folder = '.', file = '', status = '200'] = process.argv.slice(2);
const headers: Record<string, string[]> = JSON.parse(readFileSync(file, 'utf8'));
const responses = new Map(
  readdirSync(folder).map((name) => [`/${name}`, { body: readFileSync(join(folder, name)), fields: headers[name] }]),
);

const server = createServer((request, response) => {
  const { body, fields } = responses.get(request.url ?? '') ?? {};
  response.writeHead(Number(status), fields);
  response.end(status === '304' ? undefined : body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
