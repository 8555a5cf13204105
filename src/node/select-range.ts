/** Bytes of a file, from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The one range that `Range` asks for of `size` bytes (RFC 9110 section 14.1.2); 'none' where no byte is in it. Null for
 * whatever else it says, several ranges too: that is as if it were not there.
 */
export function selectRange(field: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(field ?? '') ?? [];
  if (first === '') {
    if (last === '') return null;
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'none';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
