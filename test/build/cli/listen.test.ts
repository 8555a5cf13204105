import { expect, test } from 'vitest';
import { refuseAddress } from '../../../build/cli/listen.ts';

test.each([
  ['EADDRINUSE', 'another program listens there. Stop it, or choose another port with --port (0 picks a free one).'],
  ['EACCES', 'this user has no permission. Choose a port above 1023 with --port.'],
  ['EADDRNOTAVAIL', 'this machine has no such address. Choose another with --host.'],
  ['ENOTFOUND', 'there is no such host. Choose another with --host.'],
  ['EAI_AGAIN', 'there is no such host. Choose another with --host.'],
])('%s', (code, reason) => {
  const error = Object.assign(new Error('as the system says it'), { code });
  expect(() => refuseAddress(error, { host: 'a.example', port: 80 })).toThrow(
    `Cannot listen on a.example port 80: ${reason}`,
  );
});
