import type { Problem } from '../../problems/problem.ts';
import { reportProblem } from '../../problems/report-problem.ts';

/** The text; or the first byte that is not UTF-8, its offset in the file, and the text before it. */
export type DecodedText = { text: string } | { badByte: number; offset: number; before: string };

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

/** The first character that the decoder puts in, and that is not in the file. */
function findBadByte(bytes: Uint8Array): DecodedText {
  // It keeps the byte-order mark, so that the offset can be counted from the text.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let [end, offset] = [0, 0];
  for (;;) {
    const next = text.indexOf('\uFFFD', end);
    offset += Buffer.byteLength(text.slice(end, next));
    const isInFile = Buffer.from('\uFFFD').equals(bytes.subarray(offset, offset + 3));
    if (!isInFile) return { badByte: bytes[offset] ?? 0, offset, before: tidy(text.slice(0, next)) };
    [end, offset] = [next + 1, offset + 3];
  }
}

/** The problem of a file that is not UTF-8, with its probable encoding and how to convert it. */
export function badEncoding(
  path: string,
  { badByte, offset, before }: Exclude<DecodedText, { text: string }>,
  bytes: Uint8Array,
): Problem {
  const byte = `the byte 0x${badByte.toString(16).toUpperCase().padStart(2, '0')} at offset ${offset}`;
  const [what, encoding] = guess(badByte, offset, bytes);
  const command =
    encoding === null ? '' : `, with \`iconv -f ${encoding} -t UTF-8\`, or with “Save with encoding” in an editor`;
  const at = { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
  return reportProblem('encoding', path, at, {
    found: `${byte}${what}`,
    expected: 'UTF-8',
    fix: `Save the file as UTF-8${command}.`,
  });
}

/** What the encoding of the file probably is: text to follow the byte, and its name in `iconv`. The name is null where it is unknown. */
function guess(badByte: number, offset: number, bytes: Uint8Array): [string, string | null] {
  if (offset === 0 && badByte >= 0xfe) return [', with which UTF-16 begins', 'UTF-16'];
  const isHigh = (index: number): boolean => (bytes[index] ?? 0) >= 0x80;
  // Before it, the text is UTF-8.
  const isMixed = bytes.subarray(0, offset).some((byte) => byte >= 0x80);
  if (isMixed || (offset + 1 >= bytes.length && badByte >= 0xc2)) return ['', null];
  // Words of other scripts are rows of such bytes; in western languages such a byte is alone.
  if (isHigh(offset + 1)) return [', probably from an old encoding such as Windows-1251, GBK or Shift JIS', null];
  const letter = badByte < 0xa0 ? windows1252[badByte - 0x80] : String.fromCharCode(badByte);
  return [`, which is \`${letter}\` in Windows-1252, an old encoding of Windows`, 'WINDOWS-1252'];
}

/** What it has from 0x80 to 0x9F, where Latin-1 has control characters; Node's decoder reads it as Latin-1. */
const windows1252 = '€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ';
