import { join } from 'node:path';
import { packageFolder } from '../../build/package.ts';
import { startChild } from './child.ts';
import { headersOf, type Targets } from './prepare.ts';
import type { Row } from './rows.ts';

export const connections = 32;

/** What one run of wrk found; latencies in milliseconds. */
export interface Load {
  requestsPerSecond: number;
  p50: number;
  p99: number;
}

interface Result {
  requests: number;
  microseconds: number;
  p50: number;
  p99: number;
  /** Answers with a status of 400 and above. */
  refused: number;
  /** Connections that failed, and requests without an answer. */
  broken: number;
}

/** Loads a server from one thread with random requests, the same ones for the same seed. Throws where any fails. */
export async function load(row: Row, { server, file }: Targets, seconds: number, seed: number): Promise<Load> {
  const headers = Object.entries(headersOf(row)).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const script = join(packageFolder(), 'test', 'bench', 'pick.lua');
  const wrk = startChild('wrk', [
    ...['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '-s', script],
    ...headers,
    ...[server.address, '--', file, String(seed)],
  ]);
  const output = await wrk.untilEnded();
  const found = /^result (.*)$/m.exec(output)?.[1];
  if (found === undefined) throw new Error(`wrk gave no result:\n${output}`);
  const { requests, microseconds, p50, p99, refused, broken } = JSON.parse(found) as Result;
  const expected = row.status >= 400 ? requests : 0;
  if (requests === 0 || broken > 0 || refused !== expected) {
    throw new Error(
      `${row.name}: of ${requests} requests to ${server.name}, ${broken} broke off and ${refused} were refused; ` +
        `expected 0 and ${expected}.`,
    );
  }
  return { requestsPerSecond: requests / (microseconds / 1e6), p50: p50 / 1000, p99: p99 / 1000 };
}
