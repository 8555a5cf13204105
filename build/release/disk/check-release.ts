import { articlePath } from '../../../src/core/format.ts';
import { verifyFile } from '../../../src/readers/verify-file.ts';
import { reasonOf } from './reason-of.ts';
import { pathsOf, type ReleaseFiles, readReleaseFiles, readTable, syncReader } from './release-files.ts';

/** Why a release cannot be served, a sentence for each file; none where it is whole. Reads all its files. */
export async function checkRelease(directory: string, release: string): Promise<string[]> {
  const problems = new Set<string>();
  const reader = syncReader(directory);
  try {
    const files = await readReleaseFiles(directory, release);
    const paths = [...pathsOf(files), ...articlesOf(directory, files)];
    for (const path of paths) await verifyFile(reader, path).catch((error) => problems.add(reasonOf(error)));
  } catch (error) {
    problems.add(reasonOf(error));
  }
  return [...problems];
}

/** Paths of the articles by themselves. */
function* articlesOf(directory: string, { pages }: ReleaseFiles): Generator<string> {
  for (const { name } of pages) {
    const table = readTable(directory, name);
    for (let slot = 0; slot < table.length; slot++) yield articlePath(table.id(slot), table.hash(slot));
  }
}
