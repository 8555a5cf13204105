import { problem } from '../core/problem.ts';
import { matches, type Reply, type RequestHeader } from '../core/reply.ts';

/**
 * What is sent instead of a file with `headers`, in the order of RFC 9110 section 13.2.2: 412, or 304; null for the
 * file. No date follows from its content, so conditions by date count as absent.
 */
export function checkPreconditions(
  header: RequestHeader,
  headers: Record<string, string> & { ETag: string },
): Reply | null {
  const ifMatch = header('if-match');
  const isRight = ifMatch === undefined || ifMatch.trim() === '*' || isListed(ifMatch, headers.ETag);
  if (!isRight) return problem(412, 'The file is not the one that If-Match names.');
  return matches(header('if-none-match'), headers.ETag) ? { status: 304, headers, body: [] } : null;
}

/** Whether `If-Range` (section 13.1.5) allows a range: only where it names this state, and that by its tag. */
export function isRangeWanted(header: RequestHeader, tag: string): boolean {
  const condition = header('if-range');
  return condition === undefined || isListed(condition, tag);
}

function isListed(list: string, tag: string): boolean {
  return list.split(',').some((one) => one.trim() === tag);
}

/** Bytes of a file from `start` up to but not including `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The one range that `Range` asks for of `size` bytes (section 14.1.2); 'none' where it has no byte. Null for anything
 * else, several ranges too: it then counts as absent.
 */
export function selectRange(field: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(field ?? '') ?? [];
  if (first === '') {
    if (last === '') return null;
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'none';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
