import { headerFinders, plainDialects } from '../../build/dialects/index.ts';
import { parseFile as parseFileWith } from '../../build/front-matter/parse/parse-file.ts';
import type { SourceFile } from '../../build/source/source-file.ts';
import { inWords } from './in-words.ts';

/** `parseFile` with all dialects. */
export function parseFile(source: SourceFile, bytes: Uint8Array) {
  const { value, problems } = parseFileWith(source, bytes, headerFinders(plainDialects));
  return { value, problems: inWords(problems) };
}
