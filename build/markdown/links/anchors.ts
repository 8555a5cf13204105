import { collectProblems } from '../../problems/cap-problems.ts';
import { editDistance } from '../../problems/near-word.ts';
import type { Position } from '../../problems/problem.ts';
import { type BodyProblem, warnInBody } from '../checks/body-problems.ts';
import { createTagFinder, decodeValue, readAttributes } from '../html/tags.ts';
import { browserNames } from '../html/unique-ids.ts';
import type { PositionOf } from '../marked/locate.ts';
import type { Rendering } from '../render-markdown.ts';
import { findAddresses } from './find-addresses.ts';

/** All that a fragment can lead to: ids, and the names of links. */
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

/** Whether a link within the article leads to an id that got a number because browsers use it. */
function isFollowed(address: string, anchors: ReadonlySet<string>): boolean {
  return browserNames.has(address.slice(1)) && anchors.has(`${address.slice(1)}-1`);
}

/** The fragments in an article that lead to nothing in it, each at its place in the Markdown; `html` is what it became. */
export function checkAnchors({ markdown, tokens }: Rendering, html: string, positionOf: PositionOf): BodyProblem[] {
  if (!mayHaveFragment(markdown)) return [];
  const links = findAddresses(tokens).filter(({ kind, address }) => kind === 'link' && address.startsWith('#'));
  if (links.length === 0) return [];
  const anchors = findAnchors(html);
  const problems = collectProblems<BodyProblem>();
  const effort = createEffort();
  for (const { token, start, address } of links) {
    if (isAnchor(address.slice(1), anchors) || isFollowed(address, anchors)) continue;
    problems.report(kindOfProblem, () =>
      toBrokenAnchor(address, 'this article', anchors, positionOf(token, start), effort),
    );
  }
  return problems.problems();
}

const kindOfProblem = { code: 'broken-anchor', severity: 'warning' } as const;

/** How much may still be spent on comparing names, for all links of an article together. */
export interface Effort {
  left: number;
}

/** The effort that an article starts with. */
export function createEffort(): Effort {
  return { left: mostEffortOfAll };
}

/** A link whose fragment is none of the anchors of what it leads to. The nearest of them is looked for while `effort` is left. */
export function toBrokenAnchor(
  address: string,
  target: string,
  anchors: ReadonlySet<string>,
  at: Position,
  effort: Effort,
): BodyProblem {
  const near = findNearest(decode(address.slice(address.indexOf('#') + 1)), anchors, effort);
  return warnInBody(kindOfProblem.code, at, {
    found: `a link to ${address}, but ${target} has no heading or id of that name`,
    expected: 'behind the `#` the id of a heading: its text in lower case, with hyphens for spaces',
    fix: near === null ? 'Correct it, or take it out.' : `Correct it; the nearest there is \`#${near}\`.`,
  });
}

/** The most similar id; null where none is similar, or none was found before `mostEffort`, or all that is left, was spent. */
function findNearest(fragment: string, anchors: ReadonlySet<string>, effort: Effort): string | null {
  if (fragment.length > longest) return null;
  const wanted = fragment.toLowerCase();
  let nearest: { steps: number; name: string | null } = {
    steps: Math.floor(Math.max(2, wanted.length / 2)) + 1,
    name: null,
  };
  const least = Math.max(0, effort.left - mostEffort);
  for (const name of anchors) {
    if (effort.left <= least) break;
    effort.left--;
    // The distance is at least the difference in length. Authors do not link to ids of footnotes.
    if (Math.abs(name.length - wanted.length) < nearest.steps && !/^fn(?:ref)?:/.test(name)) {
      effort.left -= name.length * wanted.length;
      const steps = editDistance(wanted, name);
      if (steps < nearest.steps) nearest = { steps, name };
    }
  }
  return nearest.name;
}

/** Characters of the longest fragment that is compared: the cost grows with its length. */
const longest = 200;

/** Cost of all comparisons for one link, each the product of both lengths: enough for some hundred headings. */
const mostEffort = 200_000;

/** The same for all links of an article. */
const mostEffortOfAll = 20 * mostEffort;

/** Whether there is a `#` where an address can begin. */
function mayHaveFragment(markdown: string): boolean {
  for (let at = markdown.indexOf('#', 1); at !== -1; at = markdown.indexOf('#', at + 1)) {
    if ('( <"\'='.includes(markdown[at - 1] ?? '')) return true;
  }
  return false;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
