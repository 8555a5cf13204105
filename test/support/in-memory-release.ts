import type { SetArticle } from '../../build/release/article/encode-article.ts';
import { writeFiles } from '../../build/release/disk/write-files.ts';
import { type Written, writeRelease } from '../../build/release/disk/write-release.ts';
import { setPage } from '../../build/release/layout/page-files.ts';
import { type LaidArticle, layOut, type Page, type ReleaseFile } from '../../build/release/layout/plan-release.ts';

/** All files of a release whose articles are in memory, in the order in which they must be written: the pointer last. */
export function* setRelease(articles: readonly SetArticle[], site: string): Generator<ReleaseFile> {
  const { pages, files } = layOut(articles.map(toLaid), site);
  for (const page of pages) yield* assemble(page);
  for (const { path, bytes } of files) yield { path, bytes: bytes() };
}

/** Writes a release whose articles are in memory below `directory`. */
export async function writeSetRelease(
  directory: string,
  articles: readonly SetArticle[],
  site: string,
): Promise<Written> {
  const { written } = await writeRelease(directory, layOut(articles.map(toLaid), site), {
    known: null,
    durable: true,
    async writePages(missing, onFiles) {
      for (const { page, wanted } of missing) {
        await writeFiles(
          directory,
          assemble(page).filter(({ path }) => wanted.has(path)),
          true,
        );
        onFiles(wanted.size);
      }
    },
  });
  return written;
}

type Laid = SetArticle & LaidArticle;

function toLaid(article: SetArticle): Laid {
  return { ...article, cutCount: article.cuts.length / 2 };
}

function assemble({ name, newestFirst }: Page<Laid>): ReleaseFile[] {
  return setPage(
    name,
    newestFirst,
    newestFirst.map(({ deflated }) => deflated),
  );
}
