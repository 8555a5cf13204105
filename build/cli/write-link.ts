import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeWhole } from '../../src/adapters/node/disk/write-whole.ts';
import type { Autofix, Position } from '../problems/problem.ts';
import { readReal } from '../source/read-real.ts';
import { offsetOf } from './write-names.ts';

/** Writes another address into a file, whose path is its real one. False where it does not stand at its place: then the file stays as it is. */
export async function writeLink(
  file: string,
  { from, to }: NonNullable<Autofix['link']>,
  at: Position,
): Promise<boolean> {
  const text = readReal(file).toString();
  const start = offsetOf(text, at);
  if (!text.startsWith(from, start)) return false;
  const draft = join(dirname(file), `.${basename(file)}.galley`);
  const changed = text.slice(0, start) + to + text.slice(start + from.length);
  await writeWhole(file, draft, changed, { durable: true, mode: lstatSync(file).mode });
  return true;
}
