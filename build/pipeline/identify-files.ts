import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../front-matter/identify/group-by.ts';
import { identify } from '../front-matter/identify/identify.ts';
import type { Candidate, UniqueNames } from '../front-matter/identify/identity.ts';
import { capProblems } from '../problems/cap-problems.ts';
import type { Problem } from '../problems/problem.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { FileInWork } from './read-files.ts';

/**
 * Gives each article an id, a slug and aliases that no other has. The names of an earlier build hold where no article has
 * come, gone, or changed in what could clash; `earlier` are its records and the clashes among them.
 */
export function identifyFiles(
  files: readonly FileInWork[],
  earlier: { records: readonly FileRecord[]; clashes: readonly Problem[] },
): { value: FileInWork[]; problems: readonly Problem[] } {
  const candidates = files.map(({ record }) => record).filter(isCandidate);
  if (candidates.length === count(earlier.records) && candidates.every(({ names }) => names !== null)) {
    return { value: [...files], problems: earlier.clashes };
  }
  const { value: names, problems } = identify(candidates);
  return {
    value: files.map((file) => {
      const own = names.get(file.record.path);
      const isSame = own === undefined || isDeepStrictEqual(own, file.record.names);
      return isSame ? file : { ...file, record: withNames(file.record, own) };
    }),
    problems: [...groupBy(problems, ({ path }) => path).values()].flatMap((own) => capProblems(own)),
  };
}

function isCandidate(record: FileRecord): record is FileRecord & Candidate {
  return record.identity !== null;
}

function count(records: readonly FileRecord[]): number {
  return records.reduce((sum, { identity }) => (identity === null ? sum : sum + 1), 0);
}

/** Aliases are not part of an article, so that it need not be rendered again for them. */
function withNames(record: FileRecord, names: UniqueNames): FileRecord {
  const article = record.body?.article;
  if (!record.body || !article) return { ...record, names };
  return { ...record, names, body: { ...record.body, article: { ...article, aliases: names.aliases } } };
}
