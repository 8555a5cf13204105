import type { FileRange } from '../core/body.ts';
import { leaveOut } from '../core/leave-out.ts';
import type { AcquiredBytes } from './range-source.ts';

/** What a source gives for a range whose bytes are all in memory: `bytes`, less what is left out of them. */
export function toHeld(bytes: Uint8Array, { start, without }: FileRange): AcquiredBytes {
  if (without === null) return { pieces: [bytes], release };
  const left = new Uint8Array(bytes.length);
  return { pieces: [left.subarray(0, leaveOut(bytes, left, 0, start, without.cuts))], release };
}

/** The garbage collector takes the memory back. */
function release(): void {}
