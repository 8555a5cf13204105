import type { OpenLedger } from './open-ledger.ts';
import type { Removed } from './remove-unused.ts';

/** Sentences on what could not be read, and what became of it. */
export function toNotes({ current, problem }: OpenLedger, removed: Removed | null): string[] {
  const notes: string[] = [];
  if (problem !== null) {
    notes.push(
      `${problem} The list of kept releases was made anew of those that lie there, by the times of their files.`,
    );
  }
  if (removed === null) {
    notes.push(`${current.problem} It says which release was served, so no file of earlier releases was removed.`);
  } else if (removed.unreadable.length > 0) {
    notes.push(
      `${removed.unreadable.join(' ')} A kept release needs it, and what else it may need stays. ` +
        'galley prune --now keeps the current release alone.',
    );
  }
  return notes;
}
