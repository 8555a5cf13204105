import { headerFinders, plainDialects } from '../../build/dialects/index.ts';
import { parseFile as parseFileWith } from '../../build/front-matter/parse/parse-file.ts';
import type { ParsedFile } from '../../build/front-matter/parsed-file.ts';
import type { Result } from '../../build/problems/problem.ts';
import type { SourceFile } from '../../build/source/source-file.ts';

/** `parseFile` with all dialects. */
export function parseFile(source: SourceFile, bytes: Uint8Array): Result<ParsedFile | null> {
  return parseFileWith(source, bytes, headerFinders(plainDialects));
}
