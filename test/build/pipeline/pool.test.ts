import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { plainDialects } from '../../../build/dialects/index.ts';
import { defaultContentOptions } from '../../../build/front-matter/options.ts';
import { createPool } from '../../../build/pipeline/workers/pool.ts';
import { writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';

const setting = { now: 0, contentOptions: defaultContentOptions, dialects: plainDialects };

/** For all tests: its threads take a second to start. */
const pool = createPool(2);
afterAll(pool.end);

async function makeMessages(count: number) {
  const folder = await makeFolder();
  const names = Array.from({ length: count }, (_, i) => `${i}.md`);
  await writeFiles(folder, Object.fromEntries(names.map((name) => [name, '---\ndate: 2024-01-01\n---\nText\n'])));
  return names.map((path, i) => {
    const tasks = [{ path, file: join(folder, path), knownHash: null }];
    return { tasks, setting, thread: i % 2 };
  });
}

test('each message is done once', async () => {
  const messages = await makeMessages(40);
  const done: unknown[] = [];
  await pool.run('readFiles', messages, (_, { tasks }) => done.push(tasks[0]?.path));
  expect(done.toSorted()).toEqual(messages.map(({ tasks }) => tasks[0]?.path).toSorted());
});

test('after an error nothing begins, and what was under way has ended when it is thrown', async () => {
  const messages = await makeMessages(40);
  let calls = 0;
  const failing = pool.run('readFiles', messages, () => {
    calls++;
    throw new Error('full');
  });
  await expect(failing).rejects.toThrow('full');
  // At most those of the four lanes.
  const before = calls;
  expect(before).toBeLessThanOrEqual(4);
  // Both threads have done all that they had.
  await pool.run('readFiles', messages.slice(0, 2), () => {});
  expect(calls).toBe(before);
});
