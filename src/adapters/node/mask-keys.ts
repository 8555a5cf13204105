const mask = 'gly_***';

/** What looks like a key, or begins like one. */
const keyLike = /gly_[\w-]+/g;

/** A letter of `gly_`, percent-encoded, perhaps more than once. */
const encodedPrefix = /%(?:25)*(?:67|6c|79|5f)/i;

/**
 * A text, such as the target of a request, with `gly_***` for all that looks like a key or the beginning of one,
 * percent-encoded or not: somebody may have put it into the address.
 */
export function maskKeys(text: string): string {
  const isEncoded = text.includes('%');
  if (!text.includes('gly_') && !(isEncoded && encodedPrefix.test(text))) return text;
  if (!isEncoded) return text.replace(keyLike, mask);
  const { decoded, starts } = decode(text);
  let masked = '';
  let from = 0;
  for (const { index, 0: found } of decoded.matchAll(keyLike)) {
    masked += text.slice(from, starts[index]) + mask;
    from = starts[index + found.length] ?? text.length;
  }
  return masked + text.slice(from);
}

/** Each character that a text stands for, however often it was encoded, and where it begins in the text. */
function decode(text: string): { decoded: string; starts: number[] } {
  let decoded = '';
  const starts: number[] = [];
  for (const { index, 0: unit, 1: hex } of text.matchAll(/%(?:25)*([\da-f]{2})|./gis)) {
    decoded += hex === undefined ? unit : String.fromCharCode(Number.parseInt(hex, 16));
    starts.push(index);
  }
  return { decoded, starts };
}
