import { toBuildTable } from './build-figures.ts';
import { connections } from './load.ts';
import type { Machine } from './machine.ts';
import type { Options } from './options.ts';
import type { Comparison, Figure, Growth, Result } from './result.ts';
import { summarise } from './summarise.ts';
import { toTable } from './table.ts';
import { toCount } from './to-count.ts';

/** What the figures depend on, as lines of Markdown. */
export function toHeader(machine: Machine, options: Options): string {
  const { cores, cpu, load, galley, node, marked } = machine;
  const programs = (['wrk', 'nginx', 'hugo'] as const).map((name) => {
    const program = machine[name];
    return program === null ? `no ${name}` : `${name} ${program.version}`;
  });
  return [
    `Machine: ${cores} × ${cpu}, load ${load.toFixed(1)} at the start.`,
    `Galley ${galley}, Node ${node}, ${programs.join(', ')}, marked ${marked}.`,
    `${toCount(options.articles)} articles, ${connections} connections; each ${options.rounds} times in turn, ` +
      `servers for ${options.seconds} s; medians.`,
    '',
  ].join('\n');
}

/** All that was found, as tables of Markdown, and what was skipped. */
export function toReport({ comparisons, builds, figures, growths, skipped }: Result): string {
  const tables = [
    toServing(comparisons.filter(({ unit }) => unit === 'requests/s')),
    toTimes(comparisons.filter(({ unit }) => unit === 's')),
    builds === undefined ? '' : toBuildTable(builds.now, builds.before),
    toFigures(figures),
    ...growths.map(toGrowth),
    skipped.length === 0 ? '' : `Skipped:\n\n${skipped.map(({ row, why }) => `- ${row}: ${why}`).join('\n')}\n`,
  ];
  return tables.filter((table) => table !== '').join('\n');
}

function toServing(comparisons: readonly Comparison[]): string {
  const heads = [
    'response',
    'server',
    'requests/s',
    'least–most',
    'p50 ms',
    'p99 ms',
    'the first ÷ it',
    'target',
    'met',
  ];
  return toTable(
    heads,
    2,
    comparisons.flatMap(({ row, ...rest }) =>
      summarise({ row, ...rest }).map(({ subject, value, least, most, p50, p99, ...held }, index) => [
        index === 0 ? row : '',
        subject,
        index === 0 ? `**${toCount(value)}**` : toCount(value),
        `${toCount(least)}–${toCount(most)}`,
        p50?.toFixed(2) ?? '',
        p99?.toFixed(2) ?? '',
        ...toVerdict(held),
      ]),
    ),
  );
}

function toTimes(comparisons: readonly Comparison[]): string {
  const heads = ['build', 'program', 'seconds', 'least–most', 'the first is n times as fast', 'target', 'met'];
  return toTable(
    heads,
    2,
    comparisons.flatMap(({ row, ...rest }) =>
      summarise({ row, ...rest }).map(({ subject, value, least, most, ...held }, index) => [
        index === 0 ? row : '',
        subject,
        index === 0 ? `**${value.toFixed(2)}**` : value.toFixed(2),
        `${least.toFixed(2)}–${most.toFixed(2)}`,
        ...toVerdict(held),
      ]),
    ),
  );
}

function toVerdict({ ratio, target, isMet }: Pick<ReturnType<typeof summarise>[number], 'ratio' | 'target' | 'isMet'>) {
  return [ratio?.toFixed(2) ?? '', target === null ? '' : `≥ ${target}`, isMet === null ? '' : met(isMet)];
}

function toFigures(figures: readonly Figure[]): string {
  const lines = figures.map(({ row, what, value, unit, atMost, detail = '' }) => [
    row,
    what,
    `**${amount(value)}** ${unit}`,
    detail,
    atMost === undefined ? '' : `≤ ${atMost}`,
    atMost === undefined ? '' : met(value <= atMost),
  ]);
  return toTable(['row', 'what', 'found', '', 'target', 'met'], 2, lines);
}

function toGrowth({ articles, costs }: Growth): string {
  const lines = costs.map(({ what, unit, values }) => [unit === '' ? what : `${what}, ${unit}`, ...values.map(amount)]);
  return toTable(['articles', ...articles.map(toCount)], 1, lines);
}

function met(isMet: boolean): string {
  return isMet ? 'yes' : 'no';
}

/** Three figures that count, or all before the point. */
function amount(value: number): string {
  if (Number.isInteger(value) || value >= 100) return toCount(value);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
