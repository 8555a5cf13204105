import type { Candidate } from '../front-matter/identify/identity.ts';
import { findLongerSlug } from '../front-matter/identify/longer-slug.ts';
import { writeKey } from '../front-matter/write-key.ts';
import type { Problem } from '../problems/problem.ts';
import { reportProblem, topOfFile } from '../problems/report-problem.ts';
import type { Published } from '../release/disk/find-published.ts';
import type { FileRecord } from './incremental/file-record.ts';

/**
 * Errors in articles that came after the last release and take the slug of one in it, since their date lies before that of the
 * other: readers would get them under its address and its id. `named` are those of the articles that have another slug than before.
 */
export async function findTakeovers(
  articles: readonly FileRecord[],
  named: readonly FileRecord[],
  published: Published,
  { now, titleOf }: { now: number; titleOf(record: FileRecord): string | null },
): Promise<Problem[]> {
  const bySlug = new Map(articles.map((record) => [record.names?.slug, record]));
  const problems: Problem[] = [];
  for (const record of named) {
    const wanted = record.identity?.slug;
    if (wanted === undefined || wanted === record.names?.slug) continue;
    const holder = bySlug.get(wanted);
    const before = holder === undefined ? null : await published.find(wanted);
    if (!holder || before === null || before.publishAt > now) continue;
    const isOther = before.publishAt === record.identity?.publishAt && titleOf(holder) !== titleOf(record);
    if (!isOther || (await before.title()) !== titleOf(record)) continue;
    const taken = new Set([...bySlug.keys()].filter((slug) => slug !== undefined));
    problems.push(toProblem(holder as FileRecord & Candidate, record as FileRecord & Candidate, wanted, taken));
  }
  return problems;
}

function toProblem(own: Candidate, other: Candidate, slug: string, taken: ReadonlySet<string>): Problem {
  const longer = findLongerSlug(own, other, taken);
  const line = longer === null ? 'another `slug`' : `\`${writeKey(own.identity.syntax, 'slug', longer)}\``;
  return reportProblem('moved-slug', own.path, own.identity.at.slug ?? topOfFile, {
    found: `the slug \`${slug}\`, under which the last release has ${other.path}; this one would get it, since its date lies before`,
    expected: 'that a published article keeps its slug and its id',
    fix: `Write ${line} here.`,
  });
}
