import type { FileBuild } from './build-file.ts';

/** What the builds of one pattern came to, from the smallest file to the largest that was tried. */
export interface PatternResult {
  name: string;
  builds: FileBuild[];
  /** How time grows between the last two sizes: 1 with the size, 2 with its square. Null where it is too little to say. */
  growth: number | null;
  /** Of each kind, what was found as a part of what is allowed, at the size where it was most. */
  worst: { time: number; memory: number; output: number };
  /** What is not within the limits, in words; empty where all is. */
  broken: string[];
}

export const limits = {
  /** For each MB of the file, above those of a build of a few words. */
  secondsPerMB: 1.5,
  bytesPerMB: 200e6,
  /** Bytes of the article for each of the file. */
  output: 20,
  growth: 1.3,
} as const;

/** Part of the time allowed at the last size from which on growth is measured: below it, noise decides. */
const validatedFrom = 1 / 5;

/**
 * What even a small file may take beyond a build of a few words: code that is loaded and compiled for it, and memory that V8
 * fills before it collects anything. Loading took 14 MB more for 78 kB of paragraphs with a link and raw HTML; V8's young
 * generation has three semi-spaces of up to 16 MB each (https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib).
 */
const least = { seconds: 1, peak: 62e6, output: 1e6 };

/** Above the build of a few words that `base` was. */
export function allowed(size: number, base: FileBuild): { seconds: number; peak: number; output: number } {
  return {
    seconds: base.seconds + Math.max(least.seconds, (limits.secondsPerMB * size) / 1e6),
    peak: base.peak + Math.max(least.peak, (limits.bytesPerMB * size) / 1e6),
    output: Math.max(least.output, limits.output * size),
  };
}

/** Holds the builds of one pattern against the limits. */
export function validateGrowth(name: string, builds: FileBuild[], base: FileBuild): PatternResult {
  const broken = new Set<string>();
  const worst = { time: 0, memory: 0, output: 0 };
  for (const { size, seconds, peak, output, end } of builds) {
    const limit = allowed(size, base);
    worst.time = Math.max(worst.time, (seconds - base.seconds) / (limit.seconds - base.seconds));
    worst.memory = Math.max(worst.memory, (peak - base.peak) / (limit.peak - base.peak));
    worst.output = Math.max(worst.output, output / limit.output);
    if (end === 'crash') broken.add('crash');
    if (end === 'stopped') broken.add('stopped');
  }
  const growth = toGrowth(builds, base);
  if (worst.time > 1) broken.add('time');
  if (worst.memory > 1) broken.add('memory');
  if (worst.output > 1) broken.add('output');
  if (growth !== null && growth > limits.growth) broken.add('growth');
  return { name, builds, growth, worst, broken: [...broken] };
}

function toGrowth(builds: readonly FileBuild[], base: FileBuild): number | null {
  const [before, last] = builds.slice(-2);
  if (before === undefined || last === undefined || last.end === 'stopped') return null;
  const part = (last.seconds - base.seconds) / (allowed(last.size, base).seconds - base.seconds);
  if (part < validatedFrom) return null;
  const times = (last.seconds - base.seconds) / Math.max(0.05, before.seconds - base.seconds);
  return Math.log(times) / Math.log(last.size / before.size);
}
