import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { root } from '../support/command.ts';

test('the client is one file of at most 3 kB, compressed, and asks for no other', async () => {
  const bundle = await rolldown({ input: `${root}/src/client.ts`, platform: 'browser' });
  const { output } = await bundle.generate({ minify: true });
  expect(output.map(({ type }) => type)).toEqual(['chunk']);
  const [{ code, imports }] = output;
  expect(imports).toEqual([]);
  expect(gzipSync(code).length).toBeLessThanOrEqual(3 * 1024);
});
