import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './command.ts';

/** Where text that is made from something else stands in a page: between `<!-- mark -->` and `<!-- /mark -->`. */
export interface MarkedPlace {
  file: string;
  mark: string;
}

/** The text that stands there. Throws where the markers are missing. */
export async function readPlace(place: MarkedPlace): Promise<string> {
  const { file, mark } = place;
  const [, , found] = patternOf(place).exec(await readFile(join(root, file), 'utf8')) ?? [];
  if (found === undefined) throw new Error(`${file} has no place for it: <!-- ${mark} --> … <!-- /${mark} -->.`);
  return found.trim();
}

export async function writePlace(place: MarkedPlace, text: string): Promise<void> {
  const file = join(root, place.file);
  const before = await readFile(file, 'utf8');
  const after = before.replace(patternOf(place), (_, start, __, end) => `${start}\n\n${text}\n\n${end}`);
  if (after !== before) await writeFile(file, after);
}

function patternOf({ mark }: MarkedPlace): RegExp {
  return new RegExp(`(<!-- ${mark} -->)([^]*)(<!-- /${mark} -->)`);
}
