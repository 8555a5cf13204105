import { buildText } from './build-text.ts';

/** Milliseconds of the processor's time that `work` takes. */
export function timeOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Milliseconds for a megabyte, on a machine that takes one second for a megabyte of prose; elsewhere twice what that takes. */
export const most = 2000;

/** Milliseconds below which a time says nothing of growth: it is that of the compiler and of the garbage collector. */
const least = 500;

/** How often a text is built again to find the least time, to which chance only adds. */
const tries = 4;

/**
 * Says that `build` is slow: takes more than two seconds for `size`, or longer than n^1.2 from a quarter of it to all; null where it is
 * not. `first` is how long it took for `size`.
 */
export function findSlow(build: (size: number) => void, size: number, first: number): string | null {
  let [part, whole] = [Number.POSITIVE_INFINITY, first];
  let growth = 0;
  for (let i = 0; i < tries && whole >= least; i++) {
    part = Math.min(
      part,
      timeOf(() => build(size / 4)),
    );
    growth = Math.log(whole / part) / Math.log(4);
    const isLong = whole > most && whole > 2 * timeOf(buildProse);
    if (growth <= 1.2 && !isLong) return null;
    whole = Math.min(
      whole,
      timeOf(() => build(size)),
    );
  }
  return whole < least ? null : `${Math.round(whole)} ms, n^${growth.toFixed(2)}`;
}

function buildProse(): void {
  buildText(`# Prose\n\n${'Some *words* of a text.\n\n'.repeat(40_000)}`, 'a.md');
}
