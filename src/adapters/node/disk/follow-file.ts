import { stat } from 'node:fs/promises';
import { unlessAbsent } from '../../../storage/disk.ts';
import { type FollowedState, followState, type StateEvents } from '../follow-state.ts';

/** How long a change may go unnoticed, in milliseconds. */
const interval = 500;

/** Follows a file: one `stat` each interval. */
export function followFile(file: string, events: StateEvents, repeat?: number): Promise<FollowedState> {
  return followState(() => stateOf(file), interval, events, repeat);
}

/** What changes when a file is replaced or written; null where there is none. */
async function stateOf(file: string): Promise<string | null> {
  const found = await unlessAbsent(stat(file));
  return found && `${found.mtimeMs} ${found.ctimeMs} ${found.ino} ${found.size}`;
}
