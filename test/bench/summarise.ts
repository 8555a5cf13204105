import { percentile } from './percentile.ts';
import type { Comparison } from './result.ts';

/** A subject of a comparison; all values are medians of its rounds. */
export interface Summary {
  subject: string;
  value: number;
  least: number;
  most: number;
  p50: number | null;
  p99: number | null;
  /** How many times as fast as this the first is, round by round; null for the first itself. */
  ratio: number | null;
  target: number | null;
  /** Null where there is no target. */
  isMet: boolean | null;
}

/** Sums up the rounds. The first subject is held against each other one. */
export function summarise({ unit, series }: Comparison): Summary[] {
  const first = series[0]?.rounds ?? [];
  return series.map(({ subject, rounds, target = null }, index) => {
    const values = rounds.map(({ value }) => value);
    const ratios = values.map((value, round) => {
      const own = first[round]?.value ?? 0;
      return unit === 's' ? value / own : own / value;
    });
    const ratio = index === 0 ? null : percentile(ratios, 0.5);
    return {
      subject,
      value: percentile(values, 0.5),
      least: Math.min(...values),
      most: Math.max(...values),
      p50: medianOf(rounds.map(({ p50 }) => p50)),
      p99: medianOf(rounds.map(({ p99 }) => p99)),
      ratio,
      target,
      isMet: ratio === null || target === null ? null : ratio >= target,
    };
  });
}

function medianOf(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : percentile(known, 0.5);
}
