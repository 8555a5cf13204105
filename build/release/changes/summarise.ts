import type { LedgerEntry } from '../../../src/core/ledger.ts';
import type { Changes } from './changes.ts';

/** How many articles differ, for the ledger. */
export function summarise({ before, articles, added, changed, removed }: Changes): NonNullable<LedgerEntry['changes']> {
  if (before === null) return { added: articles.after, changed: 0, removed: 0 };
  return { added: added.length, changed: changed.length, removed: removed.length };
}
