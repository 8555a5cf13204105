import { expect, test } from 'vitest';
import { toSite } from '../../../src/adapters/node/address.ts';

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
