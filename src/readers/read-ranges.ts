import { type Awaitable, whenReady } from '../core/awaitable.ts';
import type { FileRange } from '../core/body.ts';
import { leaveOut } from '../core/leave-out.ts';
import type { Reader } from '../core/reader.ts';

/** Bytes that do not change until `release`. */
export interface Held {
  pieces: Uint8Array[];
  release(): void;
}

/** Where the files of a body come from. */
export interface RangeSource {
  /** The bytes of a part of a body; null where its file is not there, or ends before it. */
  hold(range: FileRange): Awaitable<Held | null>;
}

/** By a reader alone: each range is read when it is asked for. */
export function readRanges(reader: Reader): RangeSource {
  return {
    hold({ file, start, end, without }) {
      return whenReady(reader.read(file, start, end), (bytes) => {
        if (bytes?.length !== end - start) return null;
        if (without === null) return { pieces: [bytes], release };
        const left = new Uint8Array(bytes.length);
        return { pieces: [left.subarray(0, leaveOut(bytes, left, 0, start, without.cuts))], release };
      });
    },
  };
}

/** The garbage collector takes the memory back. */
function release(): void {}
