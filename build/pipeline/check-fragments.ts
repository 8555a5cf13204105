import { createBudget, findAnchors, isAnchor, toBrokenAnchor } from '../markdown/walk/anchors.ts';
import { lazy } from '../package/lazy.ts';
import { type RecordRef, readRendering } from './incremental/article-record.ts';
import type { ArticlesLog } from './incremental/articles-log.ts';
import type { FileRecord, FragmentLink } from './incremental/file-record.ts';

/** Checks links to anchors of other articles, once all articles are there. Those that were checked before are not again. */
export function checkFragments(records: readonly FileRecord[], readAnchors: ReadAnchors): FileRecord[] {
  const articles = lazy(() => new Map(records.map(({ path, body }) => [path, body?.article ?? null])));
  return records.map((record) => {
    if (record.body === null || record.body.fragments.length === 0) return record;
    const budget = createBudget();
    const fragments = record.body.fragments.map((link) => check(link, budget));
    const isSame = fragments.every((link, i) => link === record.body?.fragments[i]);
    return isSame ? record : { ...record, body: { ...record.body, fragments } };
  });

  function check(link: FragmentLink, budget: ReturnType<typeof createBudget>): FragmentLink {
    const article = articles().get(link.target) ?? null;
    const checkedWith = article?.hash ?? '';
    if (checkedWith === link.checkedWith) return link;
    if (article === null) return { ...link, checkedWith, problem: null };
    const anchors = readAnchors(article.hash, article.ref);
    const fragment = link.address.slice(link.address.indexOf('#') + 1);
    if (isAnchor(fragment, anchors)) return { ...link, checkedWith, problem: null };
    return { ...link, checkedWith, problem: toBrokenAnchor(link.address, link.target, anchors, link, budget) };
  }
}

/** What fragments can lead to in an article that is in the articles log, by its hash and reference. */
type ReadAnchors = (hash: string, ref: RecordRef | null) => ReadonlySet<string>;

/** Each article is read once. Throws `DamagedStore`. */
export function createAnchorReader(log: ArticlesLog): ReadAnchors {
  const known = new Map<string, ReadonlySet<string>>();
  return (hash, ref) => {
    if (ref === null) return new Set();
    const anchors = known.get(hash) ?? findAnchors(readRendering(log, ref).rendered.html);
    known.set(hash, anchors);
    return anchors;
  };
}
