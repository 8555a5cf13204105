import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { toSite } from '../../src/adapters/node/address.ts';
import { DamagedFile, MissingFile } from '../../src/core/file-errors.ts';
import { Index, indexPath } from '../../src/core/format.ts';
import { readJson } from '../../src/core/read-json.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { UsageError } from '../../src/usage-error.ts';
import { detectDialects } from '../dialects/index.ts';
import { buildOnce } from '../pipeline/builder.ts';
import type { BuildOptions, BuildResult } from '../pipeline/options.ts';
import { wrapText } from '../problems/text-width.ts';
import type { Changes } from '../release/changes/changes.ts';
import { compareReleases } from '../release/changes/compare-releases.ts';
import type { ReleaseSource } from '../release/changes/release-view.ts';
import { checkOutCommit } from '../source/git-checkout.ts';
import { type Against, findAgainst } from './against.ts';
import { toBuildOptions } from './build-options.ts';
import { toChangesText } from './changes.ts';
import { toChangesMarkdown } from './changes-markdown.ts';
import { clock, count, toShortId } from './figures.ts';
import type { Output } from './output.ts';
import { showProgress } from './output.ts';
import { printProblems } from './print-problems.ts';
import { toHidingLines, toInvalidText, toWordedProblems, withFullPaths } from './report.ts';
import type { Config } from './settings.ts';
import { beforeSignal } from './signals.ts';

export interface DiffFlags {
  /** A kept release, by its id or the start of it, or what git calls a commit; the current release by default. */
  against?: string;
  format?: 'text' | 'json' | 'markdown';
  all?: boolean;
}

/** What `galley diff` found; `changes` is null where errors kept it from comparing. */
interface Diff {
  against: Against;
  result: BuildResult;
  changes: Changes | null;
}

/**
 * `galley diff`: what readers would get from the content as it is, compared with a release or a commit. Nothing is
 * published. An article whose file is invalid is that of the other one. 1 where the content has errors.
 */
export async function runDiff(config: Config, flags: DiffFlags, output: Output): Promise<0 | 1> {
  const storage = diskStorage(join(config.out, 'api', 'v1'));
  const progress = flags.format === 'json' ? null : showProgress(output.stderr);
  const now = clock();
  try {
    const against = await findAgainst(flags.against, storage, config);
    const { result, changes } = await withTemporaryFolder(async (folder) => {
      const before = against.kind === 'release' ? { id: against.release, storage } : null;
      const site = config.site ?? (await siteOf(before)) ?? toSite(config.host, config.port);
      const options = toBuildOptions(config, site, progress?.update);
      const former = against.kind === 'commit' ? await buildCommit(against, options, folder, now, output) : before;
      const { result, source } = await buildApart(options, join(folder, 'after'), former, now);
      return { result, changes: source === null ? null : await compareReleases(former, source, now) };
    });
    progress?.end();
    print({ against, result, changes }, config, flags, output);
    return result.invalid.length > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof MissingFile || error instanceof DamagedFile)
      throw new UsageError(`${config.out}: ${error.message}`);
    throw error;
  } finally {
    progress?.end();
    storage.close();
  }
}

/** The address in the links of a release, so that another port of this machine makes no difference. */
async function siteOf(source: ReleaseSource | null): Promise<string | null> {
  return source && (await readJson(source.storage, indexPath(source.id), Index, source.id)).site;
}

/** The release that the content of a commit makes with the configuration of today. Its invalid files are skipped. */
async function buildCommit(
  { name, commit }: Extract<Against, { kind: 'commit' }>,
  options: BuildOptions,
  folder: string,
  now: number,
  output: Output,
): Promise<ReleaseSource | null> {
  const content = join(folder, 'checkout');
  const folders = options.contentOptions?.folders ?? [''];
  await checkOutCommit(options.content, folders, commit, content);
  // A folder that the commit has not held no article then.
  for (const each of folders) mkdirSync(join(content, each), { recursive: true });
  const dialects = options.dialects ?? detectDialects(options.content);
  // Settings above the content folder are those of today.
  const above = dialects.above && relative(content, resolve(options.content, dialects.above));
  const other: BuildOptions = {
    ...options,
    ...{ content, out: join(folder, 'out'), invalid: 'skip', remembers: false },
    ...{ dialects: { ...dialects, ...(above && { above }) }, datesOf: { content: options.content, commit } },
  };
  const { result, source } = await buildApart(other, join(folder, 'before'), null, now);
  rmSync(content, { recursive: true });
  if (result.invalid.length > 0) {
    const files = result.invalid.map(({ path }) => path).join(', ');
    output.printError(`These files are invalid in ${name}, so it has no articles of them: ${files}.\n`);
  }
  return source;
}

/**
 * Builds a release into `directory`, which holds nothing yet. What `other` has as well is read from there. `source` is
 * null where problems kept it from being built.
 */
async function buildApart(
  options: BuildOptions,
  directory: string,
  other: ReleaseSource | null,
  now: number,
): Promise<{ result: BuildResult; source: ReleaseSource | null }> {
  mkdirSync(directory, { recursive: true });
  const pages = other === null ? [] : (await readJson(other.storage, indexPath(other.id), Index, other.id)).pages;
  const dryRun = { directory, pages: new Set(pages.map(([page]) => page)), other };
  const result = await buildOnce({ ...options, allowEmpty: true, now, write: 'quick', dryRun });
  if (result.written === null) return { result, source: null };
  const own = diskStorage(directory);
  const read: ReleaseSource['storage']['read'] = async (...range) =>
    (await own.read(...range)) ?? (await other?.storage.read(...range)) ?? null;
  return { result, source: { id: result.written.release, storage: { read } } };
}

/** Runs `work` with a folder that is removed after it, also where it throws or a signal ends the process. */
async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-diff-'));
  // Threads may still write.
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return beforeSignal(remove, () => work(folder));
}

function print(
  { against, result, changes }: Diff,
  config: Config,
  { format, all = false }: DiffFlags,
  output: Output,
): void {
  const errors = result.problems.filter(({ severity }) => severity === 'error');
  const [problems, invalid] = [toWordedProblems(errors, config), withFullPaths(result.invalid, config)];
  if (format === 'json') {
    output.printJson({
      against,
      changes,
      problems,
      invalid,
      hiding: withFullPaths(result.hiding, config),
      unread: result.unread,
    });
    return;
  }
  const older = invalid.filter(({ isOlder }) => isOlder).map(({ path }) => path);
  printProblems({ ...result, problems: errors }, config, all, output);
  const name = toName(against, config);
  const compared =
    changes === null ? 'Nothing was compared.' : `Compared with ${name}.\n${toText(changes, result, all)}`;
  const text =
    format === 'markdown'
      ? toChangesMarkdown({
          against: name,
          changes,
          errors: withFullPaths(errors, config),
          older,
          link: toLink(config),
        })
      : `${compared}\n${toInvalidText(result, config, all, output)}${toHidingLines(result, config).join('\n')}`.trimEnd();
  output.print(format === 'markdown' ? text : wrapText(text, output.stdout));
}

function toText(changes: Changes, { articles }: BuildResult, all: boolean): string {
  if (changes.before === null) return `Everything would be new to readers: ${count(articles, 'article')}.`;
  return toChangesText(changes, all) || 'Nothing changes for readers.';
}

function toName(against: Against, { out }: Config): string {
  if (against.kind === 'nothing') return `nothing, because ${out} has no release yet`;
  if (against.kind === 'commit') return `${against.name}, commit ${toShortId(against.commit)}`;
  return `${against.name === null ? 'the current release' : 'release'} ${toShortId(against.release)} of ${out}`;
}

/** Where readers find an article; null where no site is configured. */
function toLink({ site, articleUrl }: Config): ((slug: string) => string) | null {
  if (site === null) return null;
  return (slug) => articleUrl.replaceAll('{site}', site).replaceAll('{slug}', encodeURIComponent(slug));
}
