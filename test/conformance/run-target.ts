import { execFileSync } from 'node:child_process';
import type { Case } from './case.ts';
import { type Outcome, runCases } from './run-cases.ts';
import type { Running, Setup, Target } from './target.ts';

/** What is asked of a door, each with an instance of its own. */
export interface Suites {
  main: readonly Case[];
  /** With a rate limit; one case after the other. */
  limits: readonly Case[];
  /** Over an empty folder. */
  empty: readonly Case[];
}

export interface TargetRun {
  version: string;
  /** From the start of the program until it answered, in milliseconds. */
  ready: number;
  /** Resident memory of its processes once the cases were asked, in bytes. */
  memory: number;
  outcomes: Record<keyof Suites, readonly Outcome[]>;
}

/** Starts a door as often as is needed, and asks it every case. `then` is called while it is up. */
export async function runTarget(
  target: Target,
  setups: Record<keyof Suites, Setup>,
  suites: Suites,
  then: (running: Running, outcomes: readonly Outcome[]) => Promise<void> = async () => {},
): Promise<TargetRun> {
  const called = performance.now();
  const running = await target.start(setups.main);
  const ready = Math.round(performance.now() - (running.startedAt ?? called));
  const { version, pids } = running;
  try {
    const main = await runCases(running.address, suites.main);
    const memory = memoryOf(pids);
    await target.settle?.(running.address);
    await then(running, main);
    await running.stop();
    const [limits, empty] = await Promise.all([
      runOnce(target, setups.limits, suites.limits, 1),
      runOnce(target, setups.empty, suites.empty),
    ]);
    return { version, ready, memory, outcomes: { main, limits, empty } };
  } finally {
    await running.stop();
  }
}

/** Starts a door, asks it some cases, and ends it. */
export async function runOnce(
  target: Target,
  setup: Setup,
  cases: readonly Case[],
  atOnce?: number,
): Promise<readonly Outcome[]> {
  const running = await target.start(setup);
  return runCases(running.address, cases, atOnce).finally(() => running.stop());
}

/** Of these processes, and of what they started: each leads a group. */
function memoryOf(pids: readonly number[]): number {
  const printed = execFileSync('ps', ['-e', '-o', 'pid=,pgid=,rss='], { encoding: 'utf8' });
  const processes = printed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const own = processes.filter(([pid = 0, group = 0]) => pids.includes(pid) || pids.includes(group));
  return own.reduce((sum, [, , size = 0]) => sum + size, 0) * 1024;
}
