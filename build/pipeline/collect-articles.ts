import { isBroken } from '../../src/core/file-errors.ts';
import type { ContentOptions } from '../front-matter/options.ts';
import { lazy } from '../package/lazy.ts';
import { compareProblems, type Problem } from '../problems/problem.ts';
import { reportWarning } from '../problems/report-problem.ts';
import type { LastRelease } from '../release/disk/find-published.ts';
import { changedMeanwhile } from '../source/read-real.ts';
import type { Claims } from './find-claims.ts';
import { type RecordRef, writeRecord } from './incremental/article-record.ts';
import { type ArticlesLog, append } from './incremental/articles-log.ts';
import type { FileRecord, StoredArticle } from './incremental/file-record.ts';
import type { CompiledContent } from './name-and-compile.ts';
import type { BuildResult, FullOptions } from './options.ts';

/** An article of the last release, which stays. Its record is written when it is first needed. */
export type OlderArticle = StoredArticle & { json: Buffer };

export interface Collected {
  /** All of the release, older ones included. */
  articles: StoredArticle[];
  older: OlderArticle[];
  /** With what becomes of invalid files, and whether there is to be no release. */
  result: BuildResult;
}

/**
 * The articles to release: those of valid files, and those of the last release that stay. Reads none where nothing is
 * written.
 */
export async function collectArticles(
  { result, kept, withdrawn, manifest: { records } }: CompiledContent,
  last: LastRelease,
  log: ArticlesLog,
  { allowEmpty, write, contentOptions }: FullOptions,
): Promise<Collected> {
  const invalid = new Set(result.invalid.map(({ path }) => path));
  const own: StoredArticle[] = [];
  for (const { path, body } of records) if (body?.article && !invalid.has(path)) own.push(body.article);
  const { older, broken } = await readOlder(write === 'nothing' ? new Map() : kept, last, log, contentOptions.fields);
  const isOlder = (path: string): boolean => kept.has(path) && !broken.has(path);
  const articles = own.concat(older);
  const isRefused =
    write !== 'nothing' && !allowEmpty && articles.length === 0 && ((await last.open())?.articles ?? 0) > 0;
  const links = invalid.size === 0 ? [] : records.flatMap(reportLinks);
  return {
    articles,
    older,
    result: {
      ...result,
      problems: links.length === 0 ? result.problems : [...result.problems, ...links].sort(compareProblems),
      invalid: result.invalid.map(({ path }) => {
        return { path, isOlder: isOlder(path), isWithdrawn: withdrawn.has(path) || broken.has(path) };
      }),
      refused: isRefused ? 'empty' : null,
    },
  };

  /** Where an article links to files that are skipped, and that readers cannot get. */
  function reportLinks({ path, kind, body }: FileRecord): Problem[] {
    if (invalid.has(path) || kind !== 'article' || body === null) return [];
    return body.dependencies.flatMap(([what, target, , line = 1, column = 1]) => {
      if (what !== 'article' || !invalid.has(target) || isOlder(target)) return [];
      return [reportWarning('broken-link', path, { line, column }, { says: 'skippedArticle', path: target })];
    });
  }
}

/**
 * Reads articles that stay. `broken` are the paths of those that cannot be read any more: readers cannot get them
 * either. Throws `ChangedMeanwhile` where another release became current.
 */
async function readOlder(
  kept: Claims,
  last: LastRelease,
  log: ArticlesLog,
  declared: ContentOptions['fields'],
): Promise<{ older: OlderArticle[]; broken: ReadonlySet<string> }> {
  const older: OlderArticle[] = [];
  const broken = new Set<string>();
  const published = kept.size === 0 ? null : await last.open();
  if (published === null) return { older, broken };
  for (const [path, names] of kept) {
    const { unwritten } = names;
    try {
      const { bytes: json, cuts, streams, ...article } = await published.read(names, declared);
      const record = lazy((): RecordRef => {
        const { bytes, ref } = writeRecord({ ...article, bytes: json, cuts, streams }, null);
        const [, ...sizes] = ref;
        return [append(log, bytes), ...sizes];
      });
      older.push({
        ...article,
        path,
        json,
        cutCount: cuts.length / 2,
        ...(unwritten && { unwritten }),
        get ref() {
          return record();
        },
      });
    } catch (error) {
      if (!isBroken(error)) throw error;
      if (!(await published.isCurrent())) throw changedMeanwhile();
      broken.add(path);
    }
  }
  return { older, broken };
}
