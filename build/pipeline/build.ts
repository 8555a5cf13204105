import { isDeepStrictEqual } from 'node:util';
import { createNameFinder, originalFinder, withFoundInBodies } from '../dialects/index.ts';
import type { Discovered } from '../source/discover.ts';
import { findMedia } from '../source/media.ts';
import { checkFragments, createAnchorReader } from './check-fragments.ts';
import { compileFiles } from './compile-files.ts';
import { articleAddresses, pagesOf, slugsOf } from './files/article-addresses.ts';
import { findMoved } from './find-moved.ts';
import { identifyFiles } from './identify-files.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { Store } from './incremental/open-store.ts';
import { planWork } from './incremental/plan-work.ts';
import type { BuildResult, FullOptions } from './options.ts';
import { publish } from './publish.ts';
import { readFiles } from './read-files.ts';
import { reportMoved, reportRemoved } from './report-moved.ts';
import { skipInvalid } from './skip-invalid.ts';
import { skipResources } from './skip-resources.ts';
import { toResult } from './to-result.ts';
import type { Workers } from './workers/workers.ts';

/** What a build found, and what the next one needs to know of it. */
export interface Built {
  result: BuildResult;
  manifest: Manifest;
  records: FileRecord[];
}

/**
 * The row of stages. Files are read and their front matter is parsed; each article gets names of its own; with all names
 * known, bodies are rendered and articles encoded; the release is laid out and written. What an earlier build left in the
 * store, and did not change, is taken over at every stage.
 */
export async function build(
  given: FullOptions,
  found: Discovered,
  earlier: Manifest,
  { store, workers, former }: { store: Store; workers: Workers; former: Map<string, string> },
): Promise<Built> {
  const { content } = given;
  const { folders } = given.contentOptions;
  const media = findMedia(content, folders, earlier.media, store.since, originalFinder(given.dialects));
  const planned = planWork(found.sources, earlier.records);
  const read = skipResources(await readFiles(planned, workers, given), given.contentOptions);
  const toDialects = (records: readonly FileRecord[]) => withFoundInBodies(given.dialects, records);
  const options = { ...given, dialects: toDialects(read.map(({ record }) => record)) };
  // Others than before read other bodies.
  const hasSameDialects = isDeepStrictEqual(options.dialects, toDialects(earlier.records));
  const named = identifyFiles(read, earlier);
  const articles = articleAddresses(slugsOf(named.value.map(({ record }) => record)), options);
  const findNamed = createNameFinder(options.dialects, content, folders, () => pagesOf(articles));
  const addresses = { site: options.site, media, articles, findNamed };
  const compiled = await compileFiles(
    named.value,
    addresses,
    hasSameDialects ? earlier : null,
    { store, workers },
    options,
  );
  const records = checkFragments(compiled, createAnchorReader(store.log));
  const moves = await findMoved(records, earlier, options, store.log);
  const clashes = [...named.problems, ...reportMoved(moves.articles, records), ...moves.takeovers];
  const others = [...found.problems, ...reportRemoved(moves.removed, records)];
  const result = toResult(records, others, clashes, options);
  const left = { listing: found.listing, media: media.remember(), clashes: named.problems, moves };
  const manifest = { ...earlier, records, ...left };
  const isStopped = options.invalid === 'fail' && result.invalid.length > 0;
  if (isStopped || options.write === 'nothing') return { result, manifest, records };
  const { value: released, invalid, refused } = await skipInvalid(records, result, options);
  if (refused !== null) return { result: { ...result, refused }, manifest, records };
  const served = options.write === 'quick' ? withFormerSlugs(released, moves.articles, former) : released;
  const published = await publish(served, media, manifest, { store, workers }, options);
  const { written, changes } = published;
  return { result: { ...result, invalid, changes, written }, manifest: published.manifest, records };
}

/** While an author works, an article that got another slug has the former ones as aliases. `former` keeps their paths from build to build. */
function withFormerSlugs(
  records: readonly FileRecord[],
  moved: Manifest['moves']['articles'],
  former: Map<string, string>,
): readonly FileRecord[] {
  for (const { path, slug } of moved) former.set(slug, path);
  if (former.size === 0) return records;
  for (const { names } of records) for (const slug of names ? [names.slug, ...names.aliases] : []) former.delete(slug);
  return records.map((record) => {
    const slugs = [...former].flatMap(([slug, path]) => (path === record.path ? slug : []));
    const article = record.body?.article;
    if (!record.body || !article || slugs.length === 0) return record;
    const aliases = [...article.aliases, ...slugs];
    return { ...record, body: { ...record.body, article: { ...article, aliases } } };
  });
}
