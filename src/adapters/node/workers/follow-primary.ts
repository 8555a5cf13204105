import type { Release } from '../../../core/release.ts';
import { openWithout } from '../../../core/without-articles.ts';
import type { FollowRelease } from '../source.ts';

/** From the primary: open that release without some articles; serve it from now on, or none (null); what is wrong with a newer one. */
export type WorkerOrder = Opening | { activate: string | null } | { problem: string | null };

export interface Opening {
  open: string;
  without: readonly number[];
}

/** From a worker: it waits for orders; it has opened a release, or could not. */
export type Report = { ready: true } | { opened: string } | { failed: string; reason: string };

/** From a worker to the primary, and from there to all others: a file in which one found damage. */
export interface Damage {
  damaged: string;
}

/** In a worker of `leadWorkers`: serves the release that the primary names. Resolves once it has named one. */
export const followPrimary: FollowRelease = async ({ release: storage }, { activate: onRelease = () => {} }) => {
  let current: Release | null = null;
  let opened: Release | null = null;
  let problem: string | null = null;
  await new Promise<void>((resolve) => {
    process.on('message', (order: WorkerOrder) => {
      if ('open' in order) void open(order);
      else if ('problem' in order) problem = order.problem;
      // Limits, metrics and damage have messages of their own.
      else if ('activate' in order) {
        activate(order.activate);
        resolve();
      }
    });
    send({ ready: true });
  });
  // The primary checks, and reports what it finds.
  return { current: () => current, problem: () => problem, check: async () => {}, stop: () => {} };

  async function open({ open: release, without }: Opening): Promise<void> {
    try {
      opened = await openWithout(release, new Set(without), storage);
      send({ opened: release });
    } catch (error) {
      send({ failed: release, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  function activate(release: string | null): void {
    if (release === null || release !== opened?.id || opened === current) return;
    current = opened;
    onRelease(current);
  }
};

/**
 * In a worker of `leadWorkers`: `onDamage` is called with files in which other workers found damage. Returns what
 * reports a file to them.
 */
export function shareDamage(onDamage: (path: string) => void): (path: string) => void {
  process.on('message', (message: Partial<Damage>) => {
    if (typeof message.damaged === 'string') onDamage(message.damaged);
  });
  return (path) => send({ damaged: path });
}

function send(message: Report | Damage): void {
  process.send?.(message);
}
