import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from '../src/node/lock.ts';
import { discover } from './discover.ts';
import { deriveFields } from './fields/derive-fields.ts';
import { identify } from './fields/identify.ts';
import { parseFile } from './front-matter/parse-file.ts';
import { compareProblems, type Problem } from './problem.ts';
import { compose, renderSource } from './release/compose.ts';
import { copyMedia, findMedia } from './release/media.ts';
import type { SetArticle } from './release/set-article.ts';
import { setRelease } from './release/set-release.ts';
import { writeOpenFiles } from './release/write-open-files.ts';
import { type Written, writeRelease } from './release/write-release.ts';
import type { Draft, ParsedFile, SourceFile } from './stages.ts';

export interface BuildOptions {
  /** Folder of Markdown. */
  content: string;
  /** Where the release goes; open files at its top, the release under `api/v1`. */
  out: string;
  /** Scheme and authority, without a trailing slash. */
  site: string;
  /** What a link to another Markdown file becomes; `{site}` and `{slug}` are filled in. */
  articleUrl: string;
  trustedHtml: boolean;
  /** Seconds since 1970-01-01T00:00:00Z: what an expiry date is held against. Nothing else depends on it. */
  now: number;
  onProgress?: (stage: 'reading' | 'rendering' | 'writing', done: number, total: number) => void;
}

export interface BuildResult {
  /** In the order of files and lines. With an error among them nothing was written. */
  problems: Problem[];
  /** Markdown files that were found. */
  files: number;
  articles: number;
  /** Files that are no articles, or hidden, by reason. */
  others: Record<string, number>;
  /** Articles that are not yet due at `now`. */
  scheduled: number;
  /** Null where an error kept the build from writing. */
  written: (Written & { media: number }) | null;
}

/** Builds a release from a folder of Markdown. Throws `UsageError` for a missing folder or another build under way. */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const progress = options.onProgress ?? (() => {});
  const { sources, problems } = await discover(options.content);
  const others: Record<string, number> = {};

  const found: Draft[] = [];
  const faulty: ParsedFile[] = [];
  for (const [index, source] of sources.entries()) {
    const read = await readDraft(source, options.now, problems, others);
    if (read !== null && 'fields' in read) found.push(read);
    else if (read !== null) faulty.push(read);
    progress('reading', index + 1, sources.length);
  }
  const identified = identify(found);
  problems.push(...identified.problems);
  const { drafts } = identified;

  const addresses = {
    site: options.site,
    media: findMedia(options.content),
    articles: addressesOf(sources, drafts, options),
  };
  const composing = { addresses, trustedHtml: options.trustedHtml };
  // Nothing will be written then; what else is wrong with those files is told in the same run.
  for (const { path } of faulty) addresses.articles.set(path, options.site);
  for (const source of faulty) problems.push(...renderSource(source, composing).problems);
  const articles: SetArticle[] = [];
  for (const [index, draft] of drafts.entries()) {
    const composed = compose(draft, composing);
    problems.push(...composed.problems);
    articles.push(composed.article);
    progress('rendering', index + 1, drafts.length);
  }

  problems.sort(compareProblems);
  const scheduled = articles.filter(({ publishAt }) => publishAt > options.now).length;
  const result = { problems, files: sources.length, articles: articles.length, others, scheduled, written: null };
  if (problems.some(({ severity }) => severity === 'error')) return result;
  const written = await withLock(join(options.out, 'api', '.lock'), `writing to ${options.out}`, 0, async () => {
    const media = await copyMedia(addresses.media.used(), options.out);
    const files = [...setRelease(articles, options.site)];
    let done = 0;
    const release = await writeRelease(join(options.out, 'api', 'v1'), files, () => {
      progress('writing', ++done, files.length);
    });
    await writeOpenFiles(options.out, options.site);
    return { ...release, media };
  });
  return { ...result, written };
}

/** A draft; the parsed file alone where its fields have errors; null where nothing is to be made of it. */
async function readDraft(
  source: SourceFile,
  now: number,
  problems: Problem[],
  others: Record<string, number>,
): Promise<Draft | ParsedFile | null> {
  const leaveOut = (reason: string): null => {
    others[reason] = (others[reason] ?? 0) + 1;
    return null;
  };
  // Hugo's page of a section, which lists articles and is none.
  if (/(?:^|\/)_index\.(?:md|markdown)$/i.test(source.path)) return leaveOut('section');
  const bytes = await readFile(source.file).catch((error: NodeJS.ErrnoException) => {
    problems.push({
      code: 'unreadable',
      severity: 'error',
      path: source.path,
      line: 1,
      column: 1,
      found: `a file that cannot be read (${error.code})`,
      expected: 'a file that the build may read',
      mend: 'Check its permissions.',
    });
    return null;
  });
  if (bytes === null) return null;
  const { parsed, problems: faults } = parseFile(source, bytes);
  problems.push(...faults);
  if (parsed === null) return null;
  const { outcome, problems: more } = deriveFields(parsed, now);
  problems.push(...more);
  if (outcome.kind === 'article') return { source: parsed, fields: outcome.fields };
  return outcome.kind === 'faulty' ? parsed : leaveOut(outcome.reason);
}

/** The address of each file's article; null for a file that became none. */
function addressesOf(
  sources: readonly SourceFile[],
  drafts: readonly Draft[],
  { articleUrl, site }: BuildOptions,
): Map<string, string | null> {
  const addresses = new Map<string, string | null>(sources.map(({ path }) => [path, null]));
  for (const { source, fields } of drafts) {
    const slug = encodeURIComponent(fields.slug);
    addresses.set(source.path, articleUrl.replaceAll('{site}', site).replaceAll('{slug}', slug));
  }
  return addresses;
}
