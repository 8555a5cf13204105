import type { BuildFigures } from './build-figures.ts';

/** One round of a subject. */
export interface Round {
  /** Requests a second, or seconds. */
  value: number;
  /** Milliseconds that half of the responses took at most. */
  p50?: number;
  p99?: number;
}

/** A server or a program over all rounds. */
export interface Series {
  subject: string;
  rounds: Round[];
  /** How many times as fast as this the first of the comparison should be, at least. */
  target?: number;
}

/** What was run in turn. The first is what the others are held against. */
export interface Comparison {
  row: string;
  unit: 'requests/s' | 's';
  series: Series[];
}

/** One number that should not be passed. */
export interface Figure {
  row: string;
  what: string;
  value: number;
  unit: string;
  atMost?: number;
  /** What else was seen, for people. */
  detail?: string;
}

/** How costs grow with the number of articles. */
export interface Growth {
  row: string;
  articles: number[];
  costs: { what: string; unit: string; values: number[] }[];
}

export interface Result {
  comparisons: Comparison[];
  /** What builds did, and what they did before. */
  builds?: { now: BuildFigures; before: BuildFigures };
  figures: Figure[];
  growths: Growth[];
  /** What could not be run, and why. */
  skipped: { row: string; why: string }[];
}
