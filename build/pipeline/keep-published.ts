import { groupBy } from '../package/group-by.ts';
import type { Problem } from '../problems/problem.ts';
import { reportProblem, topOfFile } from '../problems/report-problem.ts';
import type { PublishedNames } from '../release/disk/find-published.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { LastReleases } from './last-releases.ts';
import type { BuildResult, FullOptions } from './options.ts';
import type { FileInWork } from './read-files.ts';

/**
 * What files are named by more than by what they say, by their paths: an invalid file has the names of its article in the last release;
 * `first` and `last` say who keeps its names where they clash.
 */
export type HeldNames = ReadonlyMap<string, PublishedNames | 'first' | 'last'>;

/** What becomes of invalid files whose articles the last release has. */
export interface Kept {
  /** Articles that stay as they are, by the paths of their files. */
  articles: ReadonlyMap<string, PublishedNames>;
  /** Paths of those that are hidden now. */
  withdrawn: ReadonlySet<string>;
  held: HeldNames;
}

/**
 * Which articles of the last release stay, since their files are invalid now: those of the same path, else of the same id or slug, if
 * their own file is gone. `takeovers` are errors in files that would take the names of published articles; `held` are those of the
 * pass before, and others come back where names are not as readers know them.
 */
export async function keepPublished(
  records: readonly FileRecord[],
  { invalid, problems }: BuildResult,
  takeovers: readonly Problem[],
  held: HeldNames,
  last: LastReleases,
  mode: FullOptions['invalid'],
): Promise<Kept> {
  const [articles, withdrawn] = [new Map<string, PublishedNames>(), new Set<string>()];
  const paths = invalid.map(({ path }) => path);
  const published = mode === 'fail' || paths.length + takeovers.length === 0 ? null : await last.kept();
  if (published === null) return { articles, withdrawn, held };
  const byPath = new Map(records.map((record) => [record.path, record]));
  const errors = groupBy(
    problems.filter(({ severity }) => severity === 'error'),
    ({ path }) => path,
  );
  const { find, isTaken } = createFinder(await published.names(), byPath, new Set(paths));
  const next = new Map(held);
  for (const { path } of takeovers) if (!next.has(path) && find(path) === null) next.set(path, 'last');
  for (const path of paths) {
    const [record, own, now] = [byPath.get(path), find(path), next.get(path)];
    if (own === null || now === 'last') continue;
    if (record?.isHidden) withdrawn.add(path);
    else if (now === undefined && errors.get(path)?.every((error) => isOfOther(error, record, own))) {
      next.set(path, 'first');
    } else {
      articles.set(path, own);
      if (!isNamed(record?.names ?? null, own) || isTaken(own)) next.set(path, own);
    }
  }
  const isSame = [...next].every(([path, names]) => held.get(path) === names);
  return { articles, withdrawn, held: isSame ? held : next };
}

/** Whether an error is that of another file, which has what readers know this one by. */
function isOfOther({ code }: Problem, record: FileRecord | undefined, own: PublishedNames): boolean {
  const { id, slug } = record?.identity ?? {};
  return (code === 'duplicate-id' && id === own.id) || (code === 'duplicate-slug' && slug === own.slug);
}

/**
 * A file of an article that readers have is invalid, and not only undated, where it has lost its date: perhaps with the header that holds
 * it. `earlier` are the records of the build before.
 */
export async function reportLostDates(
  files: readonly FileInWork[],
  earlier: readonly FileRecord[],
  last: LastReleases,
  mode: FullOptions['invalid'],
): Promise<readonly FileInWork[]> {
  const isUndated = ({ reason, isHidden }: FileRecord): boolean => reason === 'no-date' && !isHidden;
  const known = new Set(earlier.filter(isUndated).map(({ path }) => path));
  const isNew = ({ record }: FileInWork): boolean => isUndated(record) && !known.has(record.path);
  const published = mode === 'fail' || !files.some(isNew) ? null : await last.kept();
  if (published === null) return files;
  const byPath = new Map((await published.names()).map((names) => [names.path, names]));
  return files.map((file) => {
    const { path, problems } = file.record;
    const own = isNew(file) ? byPath.get(path) : undefined;
    if (own === undefined) return file;
    const lost = reportProblem('no-date', path, topOfFile, {
      found: `no date, but this file is published as the article \`${own.slug}\``,
      expected: 'the date that it had',
      fix: 'Write the date again. To hide the article, write `draft: true`; to remove it, delete the file.',
    });
    return { ...file, record: { ...file.record, kind: 'unread', reason: null, problems: [lost, ...problems] } };
  });
}

function createFinder(
  names: readonly PublishedNames[],
  records: ReadonlyMap<string, FileRecord>,
  invalid: ReadonlySet<string>,
): { find(path: string): PublishedNames | null; isTaken(names: PublishedNames): boolean } {
  const byPath = new Map(names.map((each) => [each.path, each]));
  const byName = new Map<unknown, PublishedNames>(
    names.flatMap((each) => [[each.id, each] as const, [each.slug, each] as const]),
  );
  const others = new Set<unknown>();
  for (const { kind, path, names: own } of records.values()) {
    if (kind === 'article' && !invalid.has(path)) others.add(own?.id).add(own?.slug);
  }
  const isTaken = ({ id, slug }: PublishedNames): boolean => others.has(id) || others.has(slug);
  return { find, isTaken };

  function find(path: string): PublishedNames | null {
    const own = byPath.get(path);
    if (own !== undefined) return own;
    const { id, slug } = records.get(path)?.names ?? {};
    const found = byName.get(id) ?? byName.get(slug);
    if (found === undefined || isTaken(found)) return null;
    return found.path === null || !records.has(found.path) ? found : null;
  }
}

function isNamed(names: FileRecord['names'], { id, slug, aliases }: PublishedNames): boolean {
  const isSame = names?.id === id && names.slug === slug;
  return isSame && [...names.aliases].sort().join() === [...aliases].sort().join();
}
