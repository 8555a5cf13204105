import type { Changes } from './changes.ts';

/** How many articles of readers one publish may remove: a number, or a share in percent, of which five are always allowed. */
export interface MaxRemoved {
  value: number;
  isShare: boolean;
}

export const defaultMaxRemoved: MaxRemoved = { value: 10, isShare: true };

/** Removed articles that are always allowed where a share is given. */
const always = 5;

/** Names that a message lists. */
const maxNames = 10;

/**
 * Why a release is refused where it takes more articles from readers than that, or all: the content folder may have
 * been empty, or there in part. Else null. Articles that have another id now are not counted.
 */
export function checkRemoved(changes: Changes | null, { value, isShare }: MaxRemoved): string | null {
  if (changes === null) return null;
  const { before, after } = changes.articles;
  const moved = new Set(changes.moved.map((each) => each.before.id));
  const removed = changes.removed.filter(({ id, isPublished }) => isPublished && !moved.has(id));
  const hidden = changes.changed.flatMap((each) =>
    each.before.isPublished && !each.after.isPublished ? [each.before] : [],
  );
  const lost = [...removed, ...hidden];
  const limit = isShare ? Math.max(always, Math.floor((before * value) / 100)) : value;
  const isEmptied = after === 0 && before > 0 && isShare;
  if (lost.length <= limit && !isEmptied) return null;
  const names = lost.slice(0, maxNames).map(({ slug }) => slug);
  const more = lost.length > maxNames ? `, and ${lost.length - maxNames} more` : '';
  const list = names.length === 0 ? '' : `: ${names.join(', ')}${more}`;
  const found = isEmptied
    ? `This release has no articles, but the last one has ${before}${list}.`
    : `This takes ${lost.length} of ${before} articles from readers${list}. At most ${limit} are expected.`;
  return `${found} Nothing was changed for readers. If this is right, add --max-removed ${lost.length}.`;
}
