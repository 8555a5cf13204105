import { type LedgerEntry, maxTakenDown } from '../../../src/core/ledger.ts';
import type { Changes } from './changes.ts';

/** What the ledger says of changes; null where they are unknown. */
export function summarise(changes: Changes | null): Pick<LedgerEntry, 'changes' | 'takenDown'> {
  if (changes === null) return { changes: null, takenDown: null };
  const { before, articles, added, changed, removed } = changes;
  if (before === null) return { changes: { added: articles.after, changed: 0, removed: 0 }, takenDown: [] };
  const putOff = changed.filter(({ before, after }) => !after.isDue && after.publishAt > before.publishAt);
  const takenDown = [...removed, ...putOff].map(({ id }) => id);
  return {
    changes: { added: added.length, changed: changed.length, removed: removed.length },
    takenDown: takenDown.length > maxTakenDown ? null : takenDown,
  };
}
