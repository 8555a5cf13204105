import { withoutArticles } from '../../../core/newest-kept.ts';
import { openRelease, type Release } from '../../../core/release.ts';
import type { FollowRelease } from '../follow-release.ts';

/** From the primary: open that release without some articles; serve it from now on, or none (null); what is wrong with a newer one. */
export type Order = Opening | { take: string | null } | { problem: string | null };

export interface Opening {
  open: string;
  without: readonly number[];
}

/** From a worker: it waits for orders; it has opened a release of so many articles, or could not. */
export type Report =
  | { ready: true }
  | { opened: string; articles: number; site: string }
  | { failed: string; reason: string };

/** In a worker of `leadWorkers`: serves the release that the primary says. Resolves once it has said one. */
export const followPrimary: FollowRelease = async ({ release: storage }, onChange) => {
  let current: Release | null = null;
  let opened: Release | null = null;
  let problem: string | null = null;
  await new Promise<void>((resolve) => {
    process.on('message', (order: Order) => {
      if ('open' in order) void open(order);
      else if ('problem' in order) problem = order.problem;
      // Limits, metrics and damage have messages of their own.
      else if ('take' in order) {
        take(order.take);
        resolve();
      }
    });
    report({ ready: true });
  });
  // The primary looks, and says what it finds.
  return { current: () => current, problem: () => problem, look: async () => {}, stop: () => {} };

  async function open({ open: release, without }: Opening): Promise<void> {
    try {
      opened = withoutArticles(await openRelease(release, storage), new Set(without));
      report({ opened: release, articles: opened.total, site: opened.site });
    } catch (error) {
      report({ failed: release, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  function take(release: string | null): void {
    if (release === null || release !== opened?.id || opened === current) return;
    current = opened;
    onChange(current);
  }
};

function report(message: Report): void {
  process.send?.(message);
}
