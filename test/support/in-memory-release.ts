import type { DeclaredField } from '../../build/front-matter/declared-fields.ts';
import type { EncodedArticle } from '../../build/release/article/encode-article.ts';
import type { Written } from '../../build/release/disk/find-missing.ts';
import { writeArticles, writeFiles } from '../../build/release/disk/write-files.ts';
import { writeRelease } from '../../build/release/disk/write-release.ts';
import { type PageFiles, type ReleaseFile, toPageFiles } from '../../build/release/layout/page-files.ts';
import { type PlannedArticle, type PlannedPage, planRelease } from '../../build/release/layout/plan-release.ts';
import { defaultKeep, type Keep } from '../../build/release/ledger/kept-entries.ts';
import type { ReaderSettings } from '../../src/core/format.ts';

/** An article in memory, and the assets that it refers to. */
export type TestArticle = EncodedArticle & Partial<Pick<PlannedArticle, 'media'>>;

/**
 * All files of a release whose articles are in memory, in the order in which they must be written: the pointer last.
 */
export function* toReleaseFiles(
  articles: readonly TestArticle[],
  site: string,
  settings?: ReaderSettings,
  fields: readonly DeclaredField[] = [],
): Generator<ReleaseFile> {
  const { pages, files } = planRelease(articles.map(toPlanned), site, fields, null, [], null, settings);
  for (const each of pages) {
    const { page, articles } = assemble(each);
    yield* [...articles, ...page];
  }
  for (const { path, bytes } of files) yield { path, bytes: bytes() };
}

/** Writes a release whose articles are in memory below `directory`. */
export async function writeTestRelease(
  directory: string,
  articles: readonly TestArticle[],
  site: string,
  { now = 0, keep = defaultKeep }: { now?: number; keep?: Keep } = {},
): Promise<Written> {
  const { written } = await writeRelease(directory, planRelease(articles.map(toPlanned), site, []), {
    known: null,
    checksAll: true,
    isChanged: () => true,
    durable: false,
    clock: () => now,
    keep,
    async writePages(missing, onFiles) {
      for (const { page, wanted } of missing) {
        const isWanted = ({ path }: ReleaseFile): boolean => wanted.has(path);
        const files = assemble(page);
        await writeFiles(directory, files.page.filter(isWanted), false);
        writeArticles(directory, files.articles.filter(isWanted));
        onFiles(wanted.size);
      }
    },
  });
  return written;
}

type Planned = EncodedArticle & PlannedArticle;

function toPlanned(article: TestArticle): Planned {
  return {
    media: [],
    path: `${article.slug}.md`,
    ...article,
    cutCount: article.cuts.length / 2,
  };
}

function assemble({ name, newestFirst }: PlannedPage<Planned>): PageFiles {
  return toPageFiles(
    name,
    newestFirst.map((entry) => ({ entry, streams: entry.streams })),
  );
}
