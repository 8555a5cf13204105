import type { Article } from '../../src/core/article.ts';
import { titleFromPath } from '../front-matter/fields/path-name.ts';
import { groupBy } from '../package/group-by.ts';
import { inLanes } from '../package/in-lanes.ts';
import { compareText } from '../problems/problem.ts';
import type { PublishedArticle } from '../release/disk/find-published.ts';
import { hashBytes } from '../source/hash-bytes.ts';
import type { FileRecord, FormerSlug } from './incremental/file-record.ts';

/** An article of the last release that no file has under its slug. */
export type LostArticle = PublishedArticle & FormerSlug;

/** Articles as they are now, and those of the last release. */
export interface Compared {
  /** Under slugs that the last release has not. */
  added: readonly FileRecord[];
  /** The others. */
  known: readonly FileRecord[];
  /** Their slugs are those of no article. */
  lost: readonly LostArticle[];
  /** As readers get it. */
  read(record: FileRecord): Article | null;
  /** The article that the last release has under a slug. */
  find(slug: string): Promise<PublishedArticle | null>;
}

/** What has become of articles of the last release. */
export interface Matched {
  /** Paths of the files that they moved to. */
  moved: Map<LostArticle, string>;
  /** Of others, paths of the files that may be it, where more than one is as likely, or one is for several. */
  doubtful: Map<LostArticle, string[]>;
}

/**
 * Which new articles are lost ones that were moved: the one with the same id written, or else with the lost slug among
 * its aliases, or else with most of these in common, at least two: the path of the file, the title, the date of
 * publication, the text. Where more than one is as likely, it is none of them, unless their title, date and text are
 * the same: then it is the first by its path. A file under a slug that the release has counts as new where it holds a
 * lost article, and the one that it held before counts as lost.
 */
export async function matchMoved({ added, known, lost, read, find }: Compared): Promise<Matched> {
  const [moved, doubtful] = [new Map<LostArticle, string>(), new Map<LostArticle, string[]>()];
  const traits = new Map<unknown, Traits>();
  let [records, articles] = [added, lost];
  // Written ids alone: that of a slug may belong to an article that moved away from there.
  pair(
    ({ identity }) => identity?.id ?? null,
    ({ id }) => id,
  );
  const slugs = new Set(articles.map(({ slug }) => slug));
  pair(
    ({ identity }) => toOnly(identity?.aliases.filter((alias) => slugs.has(alias)) ?? []),
    ({ slug }) => slug,
  );
  await pairByTraits();
  const replaced = await findReplaced();
  if (replaced.size > 0) {
    records = [...records, ...replaced.keys()];
    articles = [...articles, ...replaced.values()];
    await pairByTraits();
    dropUncertain(new Set(replaced.values()));
  }
  // Of an invalid file, only the date is known. Readers keep what they have until it is valid.
  pair(
    ({ body, identity }) => (body?.article ? null : (identity?.publishAt ?? null)),
    ({ publishAt }) => publishAt,
  );
  return { moved, doubtful };

  async function pairByTraits(): Promise<void> {
    if (records.length === 0 || articles.length === 0) return;
    for (const record of records) traitsOf(record);
    await readTraits(articles);
    for (const which of combinations) {
      const keyOf = (each: unknown): string | null => toKey(traits.get(each), which);
      pair(keyOf, keyOf, which === sameContent);
    }
  }

  function traitsOf(record: FileRecord): Traits {
    const found = traits.get(record) ?? toTraits(record.path, read(record));
    traits.set(record, found);
    return found;
  }

  async function readTraits(some: readonly LostArticle[]): Promise<void> {
    await inLanes(concurrency, some, async (article) => {
      if (!traits.has(article)) traits.set(article, toTraits(article.path, await article.read()));
    });
  }

  /** Takes out what has a key that only one of each has; where `isAny`, as many as there are of both. */
  function pair(
    keyOfRecord: (record: FileRecord) => unknown,
    keyOfArticle: (article: LostArticle) => unknown,
    isAny = false,
  ): void {
    const byKey = groupBy(articles, keyOfArticle);
    const found = new Set<unknown>();
    for (const [key, files] of groupBy(records, keyOfRecord)) {
      const likely = key === null ? [] : (byKey.get(key) ?? []);
      if (isAny || (files.length === 1 && likely.length === 1)) {
        for (const [i, article] of likely.toSorted(comparePaths).entries()) {
          const record = files[i];
          if (record === undefined) break;
          found.add(record).add(article);
          moved.set(article, record.path);
        }
      } else {
        for (const article of likely) if (!doubtful.has(article)) doubtful.set(article, files.map(toPath));
      }
    }
    records = records.filter((record) => !found.has(record));
    articles = articles.filter((article) => !found.has(article));
  }

  /**
   * Files that hold lost articles under slugs that the release has, with what it has there, which is another article.
   */
  async function findReplaced(): Promise<Map<FileRecord, LostArticle>> {
    const found = new Map<FileRecord, LostArticle>();
    for (let wanted = articles; wanted.length > 0; ) {
      await readTraits(wanted);
      const dates = new Set(wanted.map(({ publishAt }) => publishAt));
      const keys = new Set(wanted.flatMap((article) => toPairs(traits.get(article))));
      wanted = [];
      for (const record of known) {
        if (found.has(record) || !dates.has(record.body?.article?.publishAt ?? Number.NaN)) continue;
        const held = toPairs(traitsOf(record));
        const slug = record.names?.slug ?? '';
        const article = held.some((key) => keys.has(key)) ? await find(slug) : null;
        if (article === null) continue;
        const former = toTraits(record.path, await article.read());
        if (toPairs(former).some((key) => held.includes(key))) continue;
        const replaced = { ...article, slug, path: record.path };
        traits.set(replaced, former);
        found.set(record, replaced);
        wanted = [...wanted, replaced];
      }
    }
    return found;
  }

  /**
   * Of replaced articles, only those moved in whose place a lost one is now: two files that were swapped were changed.
   */
  function dropUncertain(replaced: ReadonlySet<LostArticle>): void {
    const certain = new Set<string | null>();
    const isCertain = (article: LostArticle): boolean => !replaced.has(article) || certain.has(article.path);
    for (let before = -1; before < certain.size; ) {
      before = certain.size;
      for (const [article, path] of moved) if (isCertain(article)) certain.add(path);
    }
    for (const article of [...moved.keys()]) if (!isCertain(article)) moved.delete(article);
  }
}

/** Articles that are read at the same time. */
const concurrency = 16;

type Trait = 'path' | 'title' | 'date' | 'text';
type Traits = Record<Trait, string | null>;

const sameContent: readonly Trait[] = ['title', 'date', 'text'];

/** What two articles must share to be one, the surest first. Only one of each has a path. */
const combinations: readonly (readonly Trait[])[] = [
  ['path', 'title', 'date'],
  ['path', 'title', 'text'],
  ['path', 'date', 'text'],
  sameContent,
  ['path', 'title'],
  ['path', 'date'],
  ['path', 'text'],
  ['title', 'date'],
  ['title', 'text'],
  ['date', 'text'],
];

/** Null where one of the traits is equal to nothing. */
function toKey(traits: Traits | undefined, which: readonly Trait[]): string | null {
  const found = which.map((trait) => traits?.[trait] ?? null);
  return found.includes(null) ? null : [...which, ...found].join('\n');
}

/** Keys of two traits that two articles share if they are one, wherever their files are. */
function toPairs(traits: Traits | undefined): string[] {
  const pairs = combinations.filter((which) => which.length === 2 && !which.includes('path'));
  return pairs.flatMap((which) => toKey(traits, which) ?? []);
}

/**
 * UTF-16 code units of a text that no other article is likely to have. A shorter one must be under the same title, if
 * it has one.
 */
const minText = 100;

function toTraits(path: string | null, article: Article | null): Traits {
  if (article === null) return { path, title: null, date: null, text: null };
  const { title, publish_at: date, markdown } = article;
  const written = path !== null && title === titleFromPath(path) ? '' : title;
  const text = (markdown.length < minText ? `${written}\n${markdown}` : markdown).trim();
  return { path, title, date, text: text === '' ? null : hashBytes(Buffer.from(text)) };
}

function toOnly<T>([only, ...others]: readonly T[]): T | null {
  return only === undefined || others.length > 0 ? null : only;
}

function toPath({ path }: FileRecord): string {
  return path;
}

function comparePaths(a: LostArticle, b: LostArticle): number {
  return compareText(a.path ?? '', b.path ?? '') || compareText(a.slug, b.slug);
}
