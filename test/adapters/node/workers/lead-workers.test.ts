import cluster from 'node:cluster';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { leadWorkers } from '../../../../src/adapters/node/workers/lead-workers.ts';
import { indexPath } from '../../../../src/core/format.ts';
import { memoryStorage } from '../../../../src/storage/memory.ts';
import { root } from '../../../support/command.ts';
import { publishedReleases } from '../../../support/published-releases.ts';
import { encodeTestArticle, makeArticle } from '../../../support/release.ts';

const soon = { interval: 10 };

test('a worker that listened and ends is replaced; one that ends before it listens is not', async () => {
  cluster.setupPrimary({ exec: join(root, 'test/support/worker.mjs'), args: [], execArgv: [] });
  const release = { ...memoryStorage(new Map()), readInto: async () => null, forget() {} };
  const faults: string[] = [];
  let started = 0;
  const workers = await leadWorkers({
    source: {
      ...{ name: 'memory', release, folder: release, isThere: async () => false, close() {} },
      followPointer: async () => ({ check: async () => {}, stop() {} }),
    },
    count: 1,
    env: (): Record<string, string> => (++started === 3 ? { ENDS: 'true' } : {}),
    onRelease: () => {},
    onError: (error) => faults.push(String(error)),
  });
  onTestFinished(async () => workers?.close());
  const alive = () => Object.values(cluster.workers ?? {}).filter((worker) => worker?.process.exitCode === null);
  for (let killed = 1; killed <= 2; killed++) {
    const [worker] = alive();
    worker?.process.kill('SIGKILL');
    worker?.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await expect.poll(() => started, soon).toBe(killed + 1);
    if (started === 2) await new Promise((resolve) => alive()[0]?.once('listening', resolve));
  }
  const killed = 'Error: A worker ended (SIGKILL).';
  await expect.poll(() => faults, soon).toEqual([killed, killed, 'Error: A worker ended (3).']);
  expect([started, alive()]).toEqual([3, []]);
});

test('where the index is damaged, a worker that starts late gets the kept release, and what is excluded from it', async () => {
  cluster.setupPrimary({ exec: join(root, 'test/support/worker.mjs'), args: [], execArgv: [] });
  const releases = publishedReleases();
  const [one, two] = [1, 2].map((id) => encodeTestArticle(makeArticle({ id })));
  if (one === undefined || two === undefined) throw new Error('There are two articles.');
  const kept = await releases.publish([one, two], 0);
  releases.files.set(indexPath(await releases.publish([two], 1)), Buffer.from('{}'));
  const release = { ...releases.storage, readInto: async () => null, forget() {} };
  const workers = await leadWorkers({
    source: {
      ...{ name: 'memory', release, folder: release, isThere: async () => false, close() {} },
      async followPointer({ onChange }) {
        // The second time before a worker has started.
        for (let look = 0; look < 2; look++) await expect(onChange()).rejects.toThrow(/index/);
        return { check: async () => {}, stop() {} };
      },
    },
    count: 1,
    env: () => ({}),
    onRelease: () => {},
    onError: () => {},
  });
  onTestFinished(async () => workers?.close());
  const worker = Object.values(cluster.workers ?? {}).find((each) => each?.process.exitCode === null);
  const send = vi.spyOn(worker as NonNullable<typeof worker>, 'send').mockReturnValue(true);
  worker?.emit('message', { ready: true });
  await expect.poll(() => send.mock.calls[0]?.[0], soon).toEqual({ open: kept, without: [1] });
});
