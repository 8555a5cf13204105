import type { ParsedFile } from '../../build/front-matter/parsed-file.ts';
import { parseFile } from './parse-file.ts';

/** A file as the first stages of a build hand it on; throws where its text has errors. */
export function parsedFile(path: string, text: string): ParsedFile {
  const { value: parsed, problems } = parseFile({ path, file: `/content/${path}` }, new TextEncoder().encode(text));
  if (parsed === null) throw new Error(JSON.stringify(problems));
  return parsed;
}
