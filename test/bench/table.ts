import { connections, type Load } from './load.ts';
import type { Machine } from './machine.ts';
import type { Options } from './options.ts';

/** All rounds of one server in one row. */
export interface Rounds {
  row: string;
  server: string;
  rounds: Load[];
}

export interface Summary {
  row: string;
  server: string;
  /** The median of the rounds, as are the latencies, in milliseconds. */
  requestsPerSecond: number;
  least: number;
  most: number;
  p50: number;
  p99: number;
  /** The median of Galley's requests per second over this server's, round by round; null for Galley itself. */
  ratio: number | null;
}

/** Sums up a row; Galley is its first server. */
export function summarise(servers: readonly Rounds[]): Summary[] {
  const galley = servers[0];
  return servers.map((server) => {
    const speeds = server.rounds.map(({ requestsPerSecond }) => requestsPerSecond);
    const ratios = speeds.map((speed, round) => (galley?.rounds[round]?.requestsPerSecond ?? 0) / speed);
    return {
      row: server.row,
      server: server.server,
      requestsPerSecond: median(speeds),
      least: Math.min(...speeds),
      most: Math.max(...speeds),
      p50: median(server.rounds.map(({ p50 }) => p50)),
      p99: median(server.rounds.map(({ p99 }) => p99)),
      ratio: server === galley ? null : median(ratios),
    };
  });
}

/** What the figures depend on, as lines of Markdown. */
export function toHeader(machine: Machine, options: Options): string {
  const { cores, cpu, load, galley, node, nginx, sirv, wrk } = machine;
  const lines = [
    `Machine: ${cores} × ${cpu}, load ${load.toFixed(1)} at the start.`,
    `Galley ${galley}, Node ${node}, ${nginx === null ? 'no nginx' : `nginx ${nginx.version}`}, sirv ${sirv}, wrk ${wrk}.`,
    `${options.articles} articles, ${connections} connections, each server ${options.rounds} × ${options.seconds} s, in turn; medians.`,
  ];
  if (nginx === null) lines.push('nginx is not installed and left out: apt-get install nginx-light');
  return `${lines.join('\n')}\n`;
}

export function toTable(summaries: readonly Summary[]): string {
  const lines = [
    '| answer | server | requests/s | least–most | p50 ms | p99 ms | Galley ÷ it |',
    '|---|---|--:|--:|--:|--:|--:|',
  ];
  for (const { row, server, requestsPerSecond, least, most, p50, p99, ratio } of summaries) {
    const name = ratio === null ? row : '';
    const speed = ratio === null ? `**${toCount(requestsPerSecond)}**` : toCount(requestsPerSecond);
    const range = `${toCount(least)}–${toCount(most)}`;
    lines.push(
      `| ${name} | ${server} | ${speed} | ${range} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${ratio?.toFixed(2) ?? ''} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function toCount(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
