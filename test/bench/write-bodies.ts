import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fetchResponse, forEach } from './fetch-response.ts';
import type { Question } from './questions.ts';
import { Skipped } from './skipped.ts';
import type { RunningServer } from './start-server.ts';

/** Galley's responses, as files for its rivals to serve. */
export interface Bodies {
  /** Holds the files alone. */
  folder: string;
  /** One for each target. */
  names: string[];
  status: Question['status'];
  /** The body, where the status is an error: there is one alone then. */
  errorBody: string;
}

/** Writes the bodies as they are sent without compression; of a 304 those of the 200. */
export async function writeBodies(galley: RunningServer, question: Question, folder: string): Promise<Bodies> {
  const plain = withoutEncoding(question);
  await mkdir(folder, { recursive: true });
  const names = plain.targets.map((_, index) => `${index}.json`);
  let errorBody = '';
  await forEach(plain.targets, async (target, index) => {
    const { status, body } = await fetchResponse(galley.address, target, plain.headers);
    const expected = question.status === 304 ? 200 : question.status;
    if (status !== expected) throw new Error(`Galley responds to ${target} with ${status}, expected ${expected}.`);
    if (status >= 400) errorBody = body.toString();
    await writeFile(join(folder, names[index] ?? ''), body);
  });
  return { folder, names, status: question.status, errorBody };
}

/**
 * Writes the bodies as Galley compresses them into `sent`; into `whole` as they are, each with its `.gz` of level 6
 * beside. Throws `Skipped` where Galley does not compress.
 */
export async function writeGzipBodies(
  galley: RunningServer,
  question: Question,
  sent: string,
  whole: string,
): Promise<{ sent: Bodies; whole: Bodies }> {
  const plain = await writeBodies(galley, question, whole);
  await mkdir(sent, { recursive: true });
  await forEach(question.targets, async (target, index) => {
    const { body, encoding } = await fetchResponse(galley.address, target, question.headers);
    if (encoding !== 'gzip') throw new Skipped('Galley does not respond in gzip yet');
    const name = plain.names[index] ?? '';
    await writeFile(join(sent, name), body);
    await writeFile(join(whole, `${name}.gz`), await promisify(gzip)(await promisify(gunzip)(body), { level: 6 }));
  });
  return { sent: { ...plain, folder: sent }, whole: plain };
}

/** The same question by a client that does not decompress. */
export function withoutEncoding(question: Question): Question {
  const { 'Accept-Encoding': _, ...headers } = question.headers;
  return { ...question, headers };
}
