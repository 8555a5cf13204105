import { problem } from '../core/problem.ts';
import { matches, type Reply, type RequestHeader } from '../core/reply.ts';

/** Identifies a state of a file. */
export interface Validators {
  /** An entity tag. */
  tag: string;
  /** Seconds since 1970-01-01T00:00:00Z, whole; null where no date follows from the content. Conditions by date then count as absent. */
  modified: number | null;
}

/** What is sent instead of a file, in the order of RFC 9110 section 13.2.2: 412, or 304 with `headers`; null for the file. */
export function checkPreconditions(
  header: RequestHeader,
  { tag, modified }: Validators,
  headers: Record<string, string>,
): Reply | null {
  const [ifMatch, ifNoneMatch] = [header('if-match'), header('if-none-match')];
  const [unmodified, since] = [toSeconds(header('if-unmodified-since')), toSeconds(header('if-modified-since'))];
  const isOther =
    ifMatch === undefined
      ? unmodified !== null && modified !== null && modified > unmodified
      : !matchesStrongly(ifMatch, tag);
  if (isOther) return problem(412, 'The file is not in the state that If-Match or If-Unmodified-Since names.');
  const isKnown =
    ifNoneMatch === undefined
      ? since !== null && modified !== null && modified <= since
      : matches(ifNoneMatch, tag.replace('W/', ''));
  return isKnown ? { status: 304, headers, body: [] } : null;
}

/** Whether `If-Range` (section 13.1.5) allows a range: only where it names this state. */
export function isRangeWanted(header: RequestHeader, { tag, modified }: Validators): boolean {
  const condition = header('if-range');
  if (condition === undefined) return true;
  return condition.includes('"')
    ? matchesStrongly(condition, tag)
    : modified !== null && toSeconds(condition) === modified;
}

function matchesStrongly(list: string, tag: string): boolean {
  if (list.trim() === '*') return true;
  return !tag.startsWith('W/') && list.split(',').some((one) => one.trim() === tag);
}

/** Reads the three date forms of section 5.6.7; null for anything else, which counts as absent. */
function toSeconds(text: string | undefined): number | null {
  if (text === undefined || !/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*(?:GMT|\d{4})$/.test(text)) return null;
  const milliseconds = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}

/** Bytes of a file from `start` up to but not including `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The one range that `Range` asks for of `size` bytes (section 14.1.2); 'none' where it has no byte. Null for anything else, several
 * ranges too: it then counts as absent.
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
