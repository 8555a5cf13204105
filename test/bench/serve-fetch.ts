import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetchHandler } from '../../src/adapters/fetch.ts';
import { parseKeysVariable } from '../../src/keys/keys-env.ts';
import { diskStorage } from '../../src/storage/disk.ts';

// Argument: the folder that galley build wrote. Keys come from GALLEY_KEYS.
const [out = '.'] = process.argv.slice(2);
const keys = parseKeysVariable(process.env.GALLEY_KEYS ?? '');
const handle = createFetchHandler({ storage: diskStorage(out), keys: () => keys });

const server = createServer((request, response) => {
  const { method = 'GET', url = '/', headers } = request;
  const asked = new Request(`http://127.0.0.1${url}`, { method, headers: toHeaders(headers) });
  void handle(asked).then(async ({ status, headers, body }) => {
    response.writeHead(status, Object.fromEntries(headers));
    if (body !== null) for await (const chunk of body) response.write(chunk);
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

function toHeaders(headers: IncomingHttpHeaders): Headers {
  return new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
