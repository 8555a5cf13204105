import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, fetchAnswer, forEach } from './fetch-answer.ts';
import type { Row } from './rows.ts';
import { type Bodies, key, type RunningServer } from './servers.ts';

/** At most so many answers of each server are compared before it is timed. */
const compared = 200;

/** What one server is asked for in a row. */
export interface Targets {
  server: RunningServer;
  /** The file that lists them for wrk. */
  file: string;
}

/** Writes Galley's answers to files, for its rivals to serve. The body of a 304 is that of the 200. */
export async function writeBodies(
  row: Row,
  galley: RunningServer,
  targets: readonly string[],
  folder: string,
): Promise<Bodies> {
  await mkdir(folder, { recursive: true });
  const names = targets.map((_, index) => `${index}.json`);
  let errorBody = '';
  await forEach(targets, async (target, index) => {
    const { status, body } = await fetchAnswer(galley.address, target, headersOf(row));
    const expected = row.status === 304 ? 200 : row.status;
    if (status !== expected) throw new Error(`Galley answers ${target} with ${status}, expected ${expected}.`);
    if (status >= 400) errorBody = body.toString();
    await writeFile(join(folder, names[index] ?? ''), body);
  });
  return { folder, names, status: row.status, errorBody };
}

/** Writes the list for wrk. A 304 needs the entity tag that the server itself gives. */
export async function writeTargets(
  row: Row,
  server: RunningServer,
  targets: readonly string[],
  file: string,
): Promise<Targets> {
  const lines: string[] = [];
  await forEach(targets, async (target, index) => {
    const etag = row.status === 304 ? (await fetchAnswer(server.address, target, headersOf(row))).etag : '';
    lines[index] = `${target}\t${etag}`;
  });
  await writeFile(file, `${lines.join('\n')}\n`);
  return { server, file };
}

/** Throws where a server answers other octets, or with another status, than Galley does. */
export async function compare(
  row: Row,
  galley: RunningServer,
  targets: readonly string[],
  rival: RunningServer,
  names: readonly string[],
): Promise<void> {
  const step = Math.max(1, Math.ceil(targets.length / compared));
  const sample = targets.map((_, index) => index).filter((index) => index % step === 0);
  await forEach(sample, async (index) => {
    const target = targets[index] ?? '';
    const ours = await fetchAsTimed(row, galley, target);
    const theirs = await fetchAsTimed(row, rival, `/${names[index]}`);
    for (const [name, { status }] of [['Galley', ours] as const, [rival.name, theirs] as const]) {
      if (status !== row.status) throw new Error(`${row.name}: ${name} answers ${status}, expected ${row.status}.`);
    }
    if (!ours.body.equals(theirs.body)) {
      throw new Error(`${row.name}: ${rival.name} answers ${target} with other octets than Galley does.`);
    }
  });
}

async function fetchAsTimed(row: Row, server: RunningServer, target: string): Promise<Answer> {
  const headers = headersOf(row);
  const answer = await fetchAnswer(server.address, target, headers);
  if (row.status !== 304) return answer;
  return fetchAnswer(server.address, target, { ...headers, ...(answer.etag && { 'If-None-Match': answer.etag }) });
}

export function headersOf(row: Row): Record<string, string> {
  return row.withKey ? { 'X-Api-Key': key } : {};
}
