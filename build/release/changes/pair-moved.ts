import { groupBy } from '../../front-matter/identify/group-by.ts';
import type { ArticleState, Changes } from './changes.ts';

/** An article under another slug, before and after. */
export type MovedPair = Pick<Changes['moved'][number], 'before' | 'after'>;

/**
 * Articles that have another slug: under the same id, and under another where title and date are the same, as after a file
 * whose id comes from its name was renamed. What fits more than one is passed over.
 */
export function pairMoved({
  added,
  changed,
  removed,
}: {
  added: readonly ArticleState[];
  changed: readonly MovedPair[];
  removed: readonly ArticleState[];
}): MovedPair[] {
  const keyOf = ({ title, publishAt }: ArticleState): string => `${publishAt} ${title}`;
  const gone = groupBy(removed, keyOf);
  const pairs = [...groupBy(added, keyOf)].flatMap(([key, [after, ...others]]): MovedPair[] => {
    const [before, ...more] = gone.get(key) ?? [];
    const isSure = before !== undefined && after !== undefined && others.length === 0 && more.length === 0;
    return isSure && before.slug !== after.slug ? [{ before, after }] : [];
  });
  const kept = changed.filter(({ before, after }) => before.slug !== after.slug);
  return [...kept.map(({ before, after }) => ({ before, after })), ...pairs];
}
