/**
 * A date with what does not matter made alike: blanks, the digits of any script, full-width letters and signs, dashes,
 * marks of the direction of writing, and the brackets of a link to a page of that day.
 */
export function tidyDate(written: string): string {
  const text = written.replace(/^\s*\[\[(.*)\]\]\s*$/s, '$1');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: most dates are ASCII, and need no more than this.
  if (/^[\x00-\x7f]*$/.test(text)) return text.replace(/\s+/g, ' ').trim();
  return text
    .normalize('NFKC')
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g, '')
    .replace(/\p{Nd}/gu, (digit) => String(toValue(digit)))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\uFEFF]+/g, ' ')
    .trim();
}

/** The digits of a script stand one after the other, from 0 to 9; some scripts have several rows of them. */
function toValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value % 10;
}
