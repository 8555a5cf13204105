import type { Position } from '../../problems/problem.ts';

/** The text; or the first byte that is not UTF-8, its offset in the file and its place in the text. */
export type DecodedText = { text: string } | { badByte: number; offset: number; at: Position };

/**
 * UTF-8 bytes → text with LF line ends, no byte-order mark, and U+FFFD for NUL (as CommonMark asks).
 * Bytes that are not UTF-8 are refused rather than replaced, since replacing loses what the author wrote.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  try {
    return { text: tidy(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return findBadByte(bytes);
  }
}

function tidy(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return lines.replace(/^\uFEFF+/, '').replaceAll('\0', '\uFFFD');
}

/** Binary search: a prefix without a bad byte can be decoded, even if it ends inside a character. */
function findBadByte(bytes: Uint8Array): DecodedText {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (decodePrefix(bytes, middle) === null) bad = middle;
    else good = middle;
  }
  const raw = decodePrefix(bytes, good) ?? '';
  const before = tidy(raw);
  const offset = new TextEncoder().encode(raw).length;
  return {
    badByte: bytes[offset] ?? 0,
    offset,
    at: { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') },
  };
}

/** Keeps the byte-order mark, so that the offset can be counted from the text. */
function decodePrefix(bytes: Uint8Array, length: number): string | null {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes.subarray(0, length), { stream: true });
  } catch {
    return null;
  }
}
