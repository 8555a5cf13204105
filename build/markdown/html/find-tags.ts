import { decodeHTMLAttribute } from 'entities/decode';
import { textElements } from './elements.ts';
import { scanTags, type Tag } from './scan-tags.ts';

/** The live tags of an article's HTML, which is met in pieces between Markdown. Give it the pieces in their order. */
export function createTagFinder(): (html: string) => Tag[] {
  let textOnly: string | null = null;
  return (html) =>
    scanTags(html).filter(({ name, closing, empty }) => {
      if (textOnly !== null && !(closing && name === textOnly)) return false;
      textOnly = !closing && !empty && textElements.has(name) ? name : null;
      return true;
    });
}

/** False only for a text without tags whose names begin so. */
export function hasTag(text: string, letter = /[a-z]/i): boolean {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (letter.test(text[at + 1] ?? '')) return true;
  }
  return false;
}

/** An attribute of a tag. */
export interface Attribute {
  /** In lower case. */
  key: string;
  /** As written, with its quotes; '' where it has none. */
  value: string;
  /** Where the value stands in the text. */
  at: number;
}

/** The attributes of a tag; `start` is behind its name. */
export function readAttributes(html: string, start: number, end: number): Attribute[] {
  const found: Attribute[] = [];
  for (const { 0: whole, 1: key = '', 2: value = '', index } of html.slice(start, end).matchAll(attribute)) {
    found.push({ key: key.toLowerCase(), value, at: start + index + whole.length - value.length });
  }
  return found;
}

/** The value of an attribute as its reader sees it. */
export function decodeValue(value: string): string {
  return decodeHTMLAttribute(value.replace(/^(["'])(.*)\1$/s, '$2'));
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;
