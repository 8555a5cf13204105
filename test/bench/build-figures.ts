import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../build/package/package.ts';
import type { Builds, Counts } from '../counts/count-builds.ts';
import { toTable } from './table.ts';

/** What builds took and did, to be held against those of another commit. */
export interface BuildFigures {
  commit: string;
  date: string;
  /** Of the machine, in one minute: where it is high, only counts and ratios say something. */
  load: number;
  articles: number;
  seconds: Builds<number>;
  /** The time of the build from nothing over that of others in the same run; null where Hugo is not installed. */
  toHugo: number | null;
  toLeast: number;
  counts: Builds<Counts>;
}

const path = 'test/bench/build-figures.json';

/** Those that the last tag has, or where it has none those of the file. */
export function readBefore(): BuildFigures {
  const tag = runGit('describe', '--tags', '--abbrev=0');
  const kept = tag === '' ? '' : runGit('show', `${tag}:${path}`);
  return JSON.parse(kept || readFileSync(join(packageFolder(), path), 'utf8')) as BuildFigures;
}

export function keepFigures(figures: BuildFigures): void {
  writeFileSync(join(packageFolder(), path), `${JSON.stringify(figures, null, 2)}\n`);
}

export function readCommit(): string {
  return runGit('rev-parse', '--short', 'HEAD') || 'unknown';
}

/** What git prints; '' where it fails. */
function runGit(...args: string[]): string {
  return spawnSync('git', args, { cwd: packageFolder(), encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** The figures of one run, each with that of the other behind it. */
export function toBuildTable(now: BuildFigures, before: BuildFigures): string {
  const of = before.articles === now.articles ? before : null;
  const { cold: counted } = now.counts;
  const line = (what: string, value: (figures: BuildFigures, build: keyof Builds<Counts>) => string): string[] => [
    what,
    ...(['cold', 'same', 'one'] as const).flatMap((build) => [value(now, build), of === null ? '' : value(of, build)]),
  ];
  const ofCold = (ratio: number | null, build: string): string => (build === 'cold' ? (ratio?.toFixed(2) ?? '') : '');
  const was = `${before.commit}, ${before.date}`;
  return toTable([`${now.articles} articles`, 'from nothing', was, 'nothing changed', was, 'one changed', was], 1, [
    line('seconds', ({ seconds }, build) => seconds[build].toFixed(2)),
    line('time of Hugo', ({ toHugo }, build) => ofCold(toHugo, build)),
    line('time of the least program', ({ toLeast }, build) => ofCold(toLeast, build)),
    ...Object.keys(counted).map((name) => line(name, ({ counts }, build) => String(counts[build][name] ?? ''))),
  ]);
}
