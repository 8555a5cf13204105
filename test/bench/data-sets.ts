import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { standardLength, writeContent } from './data.ts';
import { type Built, runGalleyBuild } from './galley.ts';

/** Articles, with ids from 1, oldest first, and the release that `galley build` made of them. */
export interface DataSet {
  count: number;
  content: string;
  /** Where `galley serve` finds the release, as `public`. */
  folder: string;
  /** How the build went, which began from nothing. */
  built: Built;
}

/** Makes each data set when it is first asked for, and keeps it. */
export function keepDataSets(folder: string, report: (what: string) => void): (count: number) => Promise<DataSet> {
  const made = new Map<number, Promise<DataSet>>();
  return (count) => {
    const found = made.get(count) ?? makeDataSet(join(folder, `set-${count}`), count, report);
    made.set(count, found);
    return found;
  };
}

/** Below `folder`, which should not be there. */
export async function makeDataSet(
  folder: string,
  count: number,
  report: (what: string) => void,
  bodyLength = standardLength,
): Promise<DataSet> {
  const content = join(folder, 'content');
  mkdirSync(folder, { recursive: true });
  report(`writing ${count} articles`);
  writeContent(content, count, bodyLength);
  report(`building ${count} articles`);
  const built = await runGalleyBuild(folder, content);
  if (built.articles !== count) throw new Error(`galley build made ${built.articles} articles of ${count}.`);
  return { count, content, folder, built };
}
