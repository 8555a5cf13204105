import { spawnSync } from 'node:child_process';
import type { Case } from './case.ts';
import { isAbout } from './difference.ts';
import { differences } from './differences.ts';
import { type Outcome, runCases } from './run-cases.ts';
import type { Running, Setup, Target } from './target.ts';

/** What is asked of an adapter, each with an instance of its own. */
export interface Suites {
  main: readonly Case[];
  /** With a rate limit, over a damaged release; one case after the other. */
  limits: readonly Case[];
  /** Over an empty folder. */
  empty: readonly Case[];
  /** With the check of the key switched off, which makes each of them fail. */
  unchecked: readonly Case[];
}

export interface TargetRun {
  version: string;
  /** From the start of the program until it answered, in milliseconds. */
  ready: number;
  /** Resident memory of its processes once the cases were asked, in bytes. */
  memory: number;
  outcomes: Record<keyof Suites, readonly Outcome[]>;
}

/** Starts an adapter as often as is needed, and asks it every case. `then` is called while it is up. */
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
    const main = await runCases(
      running.address,
      suites.main.map((each) => ({ ...each, isSilent: isSilent(target, each) })),
    );
    const memory = memoryOf(pids);
    await target.settle?.(running.address);
    await then(running, main);
    await running.stop();
    const [limits, empty, unchecked] = await Promise.all([
      runOnce(target, setups.limits, suites.limits, 1),
      runOnce(target, setups.empty, suites.empty),
      runOnce(target, setups.unchecked, suites.unchecked),
    ]);
    return { version, ready, memory, outcomes: { main, limits, empty, unchecked } };
  } finally {
    await running.stop();
  }
}

/** Starts an adapter, asks it some cases, and ends it. */
async function runOnce(
  target: Target,
  setup: Setup,
  cases: readonly Case[],
  atOnce?: number,
): Promise<readonly Outcome[]> {
  const running = await target.start(setup);
  return runCases(running.address, cases, atOnce).finally(() => running.stop());
}

/** Whether a case is listed as one that gets no response. */
function isSilent({ name }: Target, { section, title }: Case): boolean {
  const about = differences.filter((each) => isAbout(each, name, `${section}: ${title}`));
  return about.some(({ differs }) => 'statuses' in differs && differs.statuses.includes('none'));
}

/** Of these processes, and of what they started: each leads a group. 0 where the machine has no `ps`. */
function memoryOf(pids: readonly number[]): number {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,pgid=,rss='], { encoding: 'utf8' });
  const processes = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const own = processes.filter(([pid = 0, group = 0]) => pids.includes(pid) || pids.includes(group));
  return own.reduce((sum, [, , size = 0]) => sum + size, 0) * 1024;
}
