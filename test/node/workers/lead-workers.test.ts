import cluster from 'node:cluster';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { leadWorkers } from '../../../src/node/workers/lead-workers.ts';
import { memoryReader } from '../../../src/readers/memory.ts';
import { root } from '../../support/command.ts';

const soon = { interval: 10 };

test('a worker that listened and ends is replaced; one that ends before it listens is not', async () => {
  cluster.setupPrimary({ exec: join(root, 'test/support/worker.mjs'), args: [], execArgv: [] });
  const release = { ...memoryReader(new Map()), readInto: async () => null, forget() {} };
  const faults: string[] = [];
  let started = 0;
  const workers = await leadWorkers({
    source: {
      ...{ name: 'memory', release, folder: release, isThere: async () => false, close() {} },
      followPointer: async () => ({ look: async () => {}, stop() {} }),
    },
    count: 1,
    env: (): Record<string, string> => (++started === 3 ? { ENDS: 'true' } : {}),
    onRelease: () => {},
    onFault: (error) => faults.push(String(error)),
  });
  onTestFinished(async () => workers?.close());
  const alive = () => Object.values(cluster.workers ?? {}).filter((worker) => worker?.process.exitCode === null);
  for (let killed = 1; killed <= 2; killed++) {
    const [worker] = alive();
    worker?.process.kill('SIGKILL');
    await expect.poll(() => started, soon).toBe(killed + 1);
    if (started === 2) await new Promise((resolve) => alive()[0]?.once('listening', resolve));
  }
  const killed = 'Error: A worker ended (SIGKILL).';
  await expect.poll(() => faults, soon).toEqual([killed, killed, 'Error: A worker ended (3).']);
  expect([started, alive()]).toEqual([3, []]);
});
