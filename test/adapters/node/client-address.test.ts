import { expect, test } from 'vitest';
import { toSite } from '../../../src/adapters/node/address.ts';
import { clientAddress, requestId } from '../../../src/adapters/node/client-address.ts';
import { get, startServer } from '../../support/server.ts';

const of = (fields: Record<string, string>) => (name: string) => fields[name];

test.each([
  ['no proxy', '203.0.113.9', undefined, '203.0.113.9'],
  ['a stranger who says to be a proxy', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['a proxy', '10.0.0.7', '198.51.100.3', '198.51.100.3'],
  ['a proxy by the form of IPv6', '::ffff:10.0.0.7', '198.51.100.3', '198.51.100.3'],
  ['a client that writes an address of its own before', '10.0.0.7', '1.2.3.4, 198.51.100.3', '198.51.100.3'],
  ['two proxies', '10.0.0.7', '198.51.100.3, 10.1.1.1', '198.51.100.3'],
  ['a port and brackets', '::1', '[2001:db8::1]:443', '2001:db8::1'],
  ['a port', '10.0.0.7', '198.51.100.3:4711', '198.51.100.3'],
  ['no address', '10.0.0.7', 'unknown', '10.0.0.7'],
  ['no address behind one', '10.0.0.7', '<script>, 10.0.0.8', '10.0.0.8'],
])('%s: %s, %s', (_, peer, forwarded, expected) => {
  const toClient = clientAddress(['10.0.0.0/8', '::1']);
  expect(toClient(peer, of(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }))).toBe(expected);
});

test('a long field is read at its end', () => {
  const field = `${'9.9.9.9, '.repeat(5000)}198.51.100.3`;
  expect(clientAddress(['10.0.0.7'])('10.0.0.7', of({ 'x-forwarded-for': field }))).toBe('198.51.100.3');
});

test.each(['10.0.0.0/33', 'proxy', '', '::1/129'])('%j is no network', (network) => {
  expect(() => clientAddress([network])).toThrow(
    `--trust-proxy: found ${JSON.stringify(network)}. Expected an address`,
  );
});

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

test.each([
  [{ traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'x-request-id': 'a' }, trace],
  [{ traceparent: 'none', 'x-request-id': 'abc-1' }, 'abc-1'],
  [{ 'x-request-id': 'with space' }, undefined],
  [{ 'x-request-id': 'x'.repeat(129) }, undefined],
  [{}, undefined],
])('%j: %s', (fields, expected) => {
  expect(requestId(of(fields as Record<string, string>))).toBe(expected);
});

test.each([true, false])('both are in the log, fastPath: %s', async (fastPath) => {
  const { port, log } = await startServer([], { fastPath, trustProxy: ['127.0.0.1'] });
  const headers = { 'X-Request-Id': 'r-1', 'X-Forwarded-For': '198.51.100.3', Connection: 'keep-alive' };
  await get(port, '/api/v1/articles', { headers });
  await get(port, '/api/v1/articles');
  await expect.poll(() => log.filter(({ event }) => event === 'response').length).toBe(2);
  const [first, second] = log.filter(({ event }) => event === 'response');
  expect(first).toMatchObject({ request: 'r-1', client: '198.51.100.3' });
  expect(second).toMatchObject({ client: '127.0.0.1' });
  expect(second).not.toHaveProperty('request');
});

test.each([
  ['127.0.0.1', 8787, 'http://127.0.0.1:8787'],
  ['localhost', 80, 'http://localhost:80'],
  ['0.0.0.0', 8787, 'http://localhost:8787'],
  ['::', 8787, 'http://localhost:8787'],
  ['::1', 8787, 'http://[::1]:8787'],
  ['fe80::1', 8787, 'http://[fe80::1]:8787'],
])('%s port %d is %s', (host, port, site) => {
  expect(toSite(host, port)).toBe(site);
});
