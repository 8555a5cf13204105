import { writeFile } from 'node:fs/promises';
import { fetchResponse, forEach } from './fetch-response.ts';
import type { Question } from './questions.ts';
import type { RunningServer } from './start-server.ts';

/** A server, and what it is asked for in a row. */
export interface Entrant {
  /** As the report shows it. */
  name: string;
  server: RunningServer;
  question: Question;
  /** Lists the targets for wrk. */
  file: string;
  /** How many times as fast as this the first of the row should be, at least. */
  target?: number;
}

/** Writes the list for wrk. A 304 needs the entity tag that the server itself gives. */
export async function enter(
  name: string,
  server: RunningServer,
  question: Question,
  file: string,
  target?: number,
): Promise<Entrant> {
  const lines: string[] = [];
  await forEach(question.targets, async (path, index) => {
    const etag = question.status === 304 ? (await fetchResponse(server.address, path, question.headers)).etag : '';
    lines[index] = `${path}\t${etag}`;
  });
  await writeFile(file, `${lines.join('\n')}\n`);
  return { name, server, question, file, ...(target !== undefined && { target }) };
}
