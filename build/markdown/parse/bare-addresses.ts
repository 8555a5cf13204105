const scheme = /^(?:http|ftp|www\.|mailto:|xmpp:)/i;

/**
 * A text that begins with an address, cut behind the second of the characters in `endCharacters` at its end, if these are many.
 * Marked takes such characters off one by one, and reads the address again each time.
 */
export function withoutEndCharacters(source: string): string {
  addressEnd.lastIndex = 0;
  const [whole = ''] = addressEnd.exec(source) ?? [];
  const foreign = whole.search(foreignEnd);
  if (foreign !== -1) return source.slice(0, foreign);
  const address = whole;
  let start = address.length;
  while (endCharacters.includes(address[start - 1] ?? ' ')) start--;
  // The first may close a parenthesis or a character reference in it.
  return address.length - start < 10 ? source : source.slice(0, start + 2);
}

/** An address up to the next white space or `<`. */
const addressEnd = /(?:(?:https?|ftp):\/\/|www\.)[a-z\d-][^\s<]*/iy;

/** Punctuation of full width, or a link: an address ends before it. */
const foreignEnd =
  /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u2018-\u201f\u2026]|\[[^\]]{0,200}\]\(/;

/** As marked has them. */
const endCharacters = '?!.,:;*_\'"~)';

/** Whether an address with an `@` could begin before an index: letters up to an `@` that a host follows, which ends in a letter. */
export function mayBeginAddress(
  source: string,
  end: number,
  lexer: { findNext(expression: RegExp, source: string): number },
): boolean {
  if (hasNoAt(source)) return false;
  for (let from = 0; ; ) {
    const next = lexer.findNext(host, source.slice(from));
    if (next === -1 || from + next >= end) break;
    if (startOfLocalPart(source, from + next) !== null) return true;
    from += next + 1;
  }
  if (!isAddressCharacter.test(source[end - 1] ?? '')) return false;
  const at = source.slice(end, end + maxLocalPartLength).indexOf('@');
  return at !== -1 && (startOfLocalPart(source, end + at) ?? end) < end;
}

/** Where the letters before an `@` begin; null where there are more than an address has. */
function startOfLocalPart(source: string, at: number): number | null {
  let start = at;
  while (start > 0 && isAddressCharacter.test(source[start - 1] ?? '')) {
    if (at - --start === maxLocalPartLength) return null;
  }
  return start;
}

/** Whether a text could begin with an address: one with an `@`, or with a scheme. */
export function mayBeAddress(source: string): boolean {
  return scheme.test(source) || isLocalPart(source);
}

function isLocalPart(source: string): boolean {
  if (hasNoAt(source)) return false;
  localPart.lastIndex = 0;
  return localPart.exec(source)?.[1] === '@';
}

/** Searches short texts only; false for long ones. */
function hasNoAt(source: string): boolean {
  // A compiler may search before it checks the length, so that no more is searched than that.
  return source.length < maxSearched && !source.slice(0, maxSearched).includes('@');
}

const maxSearched = 20_000;

/** Letters before the `@` of an address. RFC 5321 section 4.5.3.1.1 has 64; marked takes any number, and reads them again and again. */
const maxLocalPartLength = 1000;

/** What follows the letters is checked once, not for each of them. */
const localPart = /[A-Za-z0-9._+-]{1,1000}(@?)/y;

const host = /@[\w-]+\.[\w.-]*[a-zA-Z](?![\w-])/;

const isAddressCharacter = /[a-zA-Z0-9.!#$%&'*+/=?_`{|}~-]/;
