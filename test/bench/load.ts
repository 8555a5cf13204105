import { join } from 'node:path';
import { packageFolder } from '../../build/package/package.ts';
import { startChild } from './child.ts';
import type { Entrant } from './entrant.ts';
import type { Round } from './result.ts';

export const connections = 32;

interface Found {
  requests: number;
  /** All times are in microseconds. */
  duration: number;
  p50: number;
  p99: number;
  /** Responses with a status of 400 and above. */
  refused: number;
  /** Connections that failed, and requests without a response. */
  broken: number;
}

/** Loads a server from one thread with random requests, the same ones for the same seed. Rejects where any fails. */
export async function load(
  { name, server, question, file }: Entrant,
  seconds: number,
  seed: number,
  parallel = connections,
): Promise<Required<Round>> {
  const headers = Object.entries(question.headers).flatMap(([field, value]) => ['-H', `${field}: ${value}`]);
  const script = join(packageFolder(), 'test', 'bench', 'pick.lua');
  const wrk = startChild('wrk', [
    ...['-t', '1', '-c', String(parallel), '-d', `${seconds}s`, '-s', script],
    ...headers,
    ...[server.address, '--', file, String(seed)],
  ]);
  const output = await wrk.untilEnded();
  const line = /^result (.*)$/m.exec(output)?.[1];
  if (line === undefined) throw new Error(`wrk gave no result:\n${output}`);
  const { requests, duration, p50, p99, refused, broken } = JSON.parse(line) as Found;
  const expected = question.status >= 400 ? requests : 0;
  if (requests === 0 || broken > 0 || refused !== expected) {
    throw new Error(
      `Of ${requests} requests to ${name}, ${broken} broke off and ${refused} were refused; expected 0 and ${expected}.`,
    );
  }
  return { value: requests / (duration / 1e6), p50: p50 / 1000, p99: p99 / 1000 };
}
