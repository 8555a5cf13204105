import { decodeHTMLStrict } from 'entities/decode';

/** Text of an element as the HTML standard serialises it; a carriage return, which a parser would change, is kept as a reference. */
export function escapeText(text: string): string {
  return needsEscape.test(text) ? text.replace(everySpecial, toReference) : text;
}

/** The value of a double-quoted attribute as the HTML standard serialises it: with `<` and `>` escaped, so that `<` always opens a tag. */
export function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;');
}

/** An attribute with the space before it. */
export function toAttribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}

const needsEscape = /[&<>\u00a0\r]/;
const everySpecial = /[&<>\u00a0\r]/g;

function toReference(character: string): string {
  return references.get(character) ?? character;
}

const references = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\u00a0', '&nbsp;'],
  ['\r', '&#13;'],
]);

/** Text with its character references decoded; those with more digits than a character has are text (CommonMark 0.31.2, section 2.5). */
export function decodeReferences(text: string): string {
  return decodeHTMLStrict(text.includes('&#') ? text.replace(tooLong, '&amp;') : text);
}

const tooLong = /&(?=#(?:\d{8}|x[\da-f]{7}))/gi;
