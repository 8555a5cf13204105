import { toTable } from '../table.ts';
import { limits, type PatternResult } from './validate-growth.ts';

/** How many of those within the limits are shown, the nearest to them first. */
const shown = 15;

/** How many patterns there are and how many are within the limits; all that are not, and the worst of those that are. */
export function toPatternReport(results: readonly PatternResult[]): string {
  if (results.length === 0) return '';
  const within = results.filter(({ broken }) => broken.length === 0);
  const beyond = results.filter(({ broken }) => broken.length > 0);
  const ends = (end: string): number => results.filter(({ builds }) => builds.at(-1)?.end === end).length;
  const worst = [...beyond.sort(byWorst), ...[...within].sort(byWorst).slice(0, shown)];
  return [
    `${results.length} patterns, ${within.length} within the limits. At the largest size ${ends('article')} became ` +
      `articles, ${ends('problem')} were refused with a problem; ${ends('stopped')} were stopped, ${ends('crash')} crashed.`,
    `Limits: ${limits.secondsPerMB} s of a processor and ${limits.bytesPerMB / 1e6} MB for each MB of the file, ` +
      `an article of ${limits.output} times the file, growth of time by at most the power of ${limits.growth}.`,
    '',
    toTable(
      ['pattern', 'end', 'beyond', 'MB', 's', 'growth', 'memory MB', 'article ÷ file', 'problems'],
      3,
      worst.map(toLine),
    ),
  ].join('\n');
}

/** One pattern as it is done: its name, what it came to at the largest size tried, and what is beyond the limits. */
export function toLogLine(result: PatternResult): string {
  const [name, end, broken, size, seconds, growth, memory] = toLine(result);
  const growing = growth === '' ? '' : `, growth ${growth}`;
  return `${name}: ${end}, ${size} MB in ${seconds} s and ${memory} MB${growing}${broken === '' ? '' : `; BEYOND: ${broken}`}`;
}

function byWorst(a: PatternResult, b: PatternResult): number {
  return mostOf(b) - mostOf(a);
}

function mostOf({ worst }: PatternResult): number {
  return Math.max(worst.time, worst.memory, worst.output);
}

function toLine({ name, builds, growth, broken }: PatternResult): string[] {
  const last = builds.at(-1);
  if (last === undefined) return [name];
  const { size, seconds, peak, output, problems, end } = last;
  const codes = Object.entries(problems).map(([code, times]) => `${code}${times > 1 ? ` × ${times}` : ''}`);
  return [
    name.replaceAll('|', '\\|'),
    end,
    broken.join(', '),
    (size / 1e6).toFixed(2),
    seconds.toFixed(2),
    growth?.toFixed(2) ?? '',
    (peak / 1e6).toFixed(0),
    (output / size).toFixed(1),
    codes.join(', '),
  ];
}
