import { fileURLToPath } from 'node:url';
import type { Target } from '../conformance/target.ts';
import { startChild } from './child.ts';
import { startServer } from './start-server.ts';

/** The fetch handler as any program in Node can run it: behind `node:http`, which makes a `Request` and reads a `Response`. */
export const fetchInNode: Target = {
  name: 'fetch handler in Node',
  missing: () => null,
  async start({ out, keys }) {
    const script = fileURLToPath(new URL('serve-fetch.js', import.meta.url));
    const child = startChild(process.execPath, [script, out], { env: { GALLEY_KEYS: keys } });
    const { address, pid, stop } = await startServer('fetch', child);
    return { address, version: process.version, pids: [pid], stop };
  },
};
