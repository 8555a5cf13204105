import { expect, onTestFinished, test } from 'vitest';
import { isOwnHost, serveMetrics } from '../../../../src/adapters/node/metrics/serve-metrics.ts';
import { get } from '../../../support/server.ts';

const hosts: [host: string, status: number][] = [
  ['127.0.0.1:9464', 200],
  ['10.42.0.7:9464', 200],
  ['[::1]:9464', 200],
  ['[2001:db8::7]', 200],
  ['localhost:9464', 200],
  ['LOCALHOST', 200],
  ['app.localhost', 200],
  ['galley:9464', 200],
  ['galley-1', 200],
  ['galley.shop.svc:9464', 200],
  ['galley.shop.svc.cluster.local.:9464', 200],
  ['ip-10-0-0-1.ec2.internal', 200],
  ['example.com', 403],
  ['evil.example', 403],
  ['127.0.0.1.evil.example:9464', 403],
  ['localhost.evil.example', 403],
  ['svc.evil.example', 403],
  ['a.local', 403],
  ['evil.example.', 403],
  ['[evil.example]', 403],
  ['127.0.0.1@evil.example', 403],
  ['a.svc:80:evil.example', 403],
];

test('metrics are for hosts that no page of another site can have, and nothing is read for others', async () => {
  let reads = 0;
  const read = async () => `${++reads}`;
  const { port, close } = await serveMetrics({ type: 'text/plain', read }, { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  for (const [Host, status] of hosts) {
    const before = reads;
    const answer = await get(port, '/metrics', { headers: { Host } });
    expect([Host, answer.status, reads - before]).toEqual([Host, status, status === 200 ? 1 : 0]);
    if (status === 403) expect(answer.body).toMatch(/Expected an IP address, a name without a dot/);
    expect((await get(port, '/', { headers: { Host } })).status).toBe(status === 200 ? 404 : 403);
  }
});

test('the name on which the server is set to listen is its own, and so is none, as HTTP/1.0 may have it', () => {
  const of = (host: string | undefined) => isOwnHost(host, 'Metrics.example.com');
  expect(['metrics.example.com:9464', undefined, 'example.com', 'a.metrics.example.com'].map(of)).toEqual([
    ...[true, true, false, false],
  ]);
});
