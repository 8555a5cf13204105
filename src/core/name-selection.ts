import { hash64, toHex } from './hash.ts';
import type { ListParameters } from './parameters.ts';
import { foldTerm } from './terms.ts';

/** Names a selection in a token of changes, however its terms are written and ordered; '' for all articles. */
export function nameSelection({ terms, anyTags, ids }: Pick<ListParameters, 'terms' | 'anyTags' | 'ids'>): string {
  const selected = [...terms, ...anyTags.map((tag) => ['tag_any', tag]), ...(ids ?? []).map((id) => ['ids', `${id}`])];
  if (selected.length === 0) return '';
  const names = new Set(selected.map(([kind, term = '']) => JSON.stringify([kind, foldTerm(term)])));
  const [name] = hash64([...names].sort().join());
  return toHex(name);
}
