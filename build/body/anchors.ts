import { closest } from 'fastest-levenshtein';
import type { Position } from '../problem.ts';
import type { BodyProblem } from './body-problems.ts';
import { findAddresses } from './find-addresses.ts';
import { createTagFinder, decodeValue, readAttributes } from './find-tags.ts';
import { locate } from './locate.ts';
import { offsetAt } from './place.ts';
import type { Rendering } from './render-markdown.ts';

/** What a fragment of an address can lead to: the ids of HTML, and the names of its links. */
export function findAnchors(html: string): Set<string> {
  const anchors = new Set<string>();
  for (const { name, closing, start, end } of createTagFinder()(html)) {
    if (closing) continue;
    for (const { key, value } of readAttributes(html, start + 1 + name.length, end)) {
      if (key === 'id' || (key === 'name' && name === 'a')) anchors.add(decodeValue(value));
    }
  }
  return anchors;
}

/** Whether a browser would find it. */
export function isAnchor(fragment: string, anchors: ReadonlySet<string>): boolean {
  // What follows `:~:` is searched for in the text.
  const name = fragment.replace(/:~:.*$/s, '');
  return name === '' || name.toLowerCase() === 'top' || anchors.has(name) || anchors.has(decode(name));
}

/** The fragments in an article that lead to nothing in it, each at its place in the Markdown; `html` is what it became. */
export function checkAnchors({ markdown, tokens }: Rendering, html: string): BodyProblem[] {
  if (!mayHaveFragment.test(markdown)) return [];
  const links = findAddresses(tokens).filter(({ kind, address }) => kind === 'link' && address.startsWith('#'));
  if (links.length === 0) return [];
  const anchors = findAnchors(html);
  const broken = links.filter(({ address }) => !isAnchor(address.slice(1), anchors));
  if (broken.length === 0) return [];
  const places = locate(markdown, tokens);
  return broken.map(({ token, start, address }) => {
    const place = places.get(token);
    const before = markdown.slice(0, place === undefined ? 0 : Math.max(0, offsetAt(place, start))).split('\n');
    const at = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    return toBrokenAnchor(address, 'this article', anchors, at);
  });
}

/** A link whose fragment is none of the anchors of what it leads to. */
export function toBrokenAnchor(
  address: string,
  target: string,
  anchors: ReadonlySet<string>,
  { line, column }: Position,
): BodyProblem {
  // Those of footnotes count how often something is referred to.
  const names = [...anchors].filter((name) => !/^fn(?:ref)?:/.test(name));
  const fragment = decode(address.slice(address.indexOf('#') + 1));
  return {
    code: 'broken-anchor',
    severity: 'warning',
    ...{ line, column },
    found: `a link to ${address}, but ${target} has no heading or id of that name`,
    expected: 'behind the `#` the id of a heading: its text in lower case, with hyphens for spaces',
    mend:
      names.length === 0
        ? 'Take the fragment out; there is nothing that it could lead to.'
        : `Correct it; the nearest there is \`#${closest(fragment.slice(0, longest), names)}\`.`,
  };
}

/** Comparing takes as long as both are long. */
const longest = 200;

const mayHaveFragment = /\(\s*<?#|\]:\s*<?#|href\s*=\s*["']?#/i;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
