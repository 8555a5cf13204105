import { slug } from 'github-slugger';
import { decodePercent } from '../../../src/core/encoding.ts';
import { collectProblems } from '../../problems/cap-problems.ts';
import { editDistance } from '../../problems/near-word.ts';
import type { Position } from '../../problems/problem.ts';
import { createTagFinder, decodeValue, readAttributes } from '../html/tags.ts';
import { browserNames } from '../html/unique-ids.ts';
import { type BodyProblem, warnInBody } from './body-problems.ts';
import type { WrittenAddress } from './find-addresses.ts';
import type { PositionOf } from './span.ts';

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

/**
 * An address whose fragment is the text of a heading, as it is written (`#A%20heading`), with the id of the heading. No
 * id has spaces.
 */
export function withHeadingId(address: string): string {
  const start = address.indexOf('#') + 1;
  if (start === 0 || !/%20|\s/.test(address)) return address;
  const fragment = decodeAddress(address.slice(start));
  if (!/\s/.test(fragment.trim()) || fragment.includes(':~:')) return address;
  return address.slice(0, start) + encodeURIComponent(slug(fragment.slice(fragment.lastIndexOf('#') + 1).trim()));
}

/** Whether a browser would find it. */
export function isAnchor(fragment: string, anchors: ReadonlySet<string>): boolean {
  // What follows `:~:` is searched for in the text.
  const name = withHeadingId(`#${fragment}`)
    .slice(1)
    .replace(/:~:.*$/s, '');
  return name === '' || name.toLowerCase() === 'top' || anchors.has(name) || anchors.has(decodeAddress(name));
}

/** Whether a link within the article leads to an id that got a number because browsers use it. */
function isFollowed(address: string, anchors: ReadonlySet<string>): boolean {
  return browserNames.has(address.slice(1)) && anchors.has(`${address.slice(1)}-1`);
}

/** Whether it leads into the article itself. */
export function isOwnLink({ kind, address }: WrittenAddress): boolean {
  return kind === 'link' && address.startsWith('#');
}

/** The fragments in an article that lead to nothing in it, each at its place; `html` is what the article became. */
export function checkAnchors(
  addresses: readonly WrittenAddress[],
  html: string,
  positionOf: PositionOf,
): BodyProblem[] {
  const links = addresses.filter(isOwnLink);
  if (links.length === 0) return [];
  const anchors = findAnchors(html);
  const problems = collectProblems<BodyProblem>();
  const budget = createBudget();
  for (const { token, start, address } of links) {
    if (isAnchor(address.slice(1), anchors) || isFollowed(address, anchors)) continue;
    problems.report(kindOfProblem, () => toBrokenAnchor(address, null, anchors, positionOf(token, start), budget));
  }
  return problems.problems();
}

const kindOfProblem = { code: 'broken-anchor', severity: 'warning' } as const;

/** How much may still be spent on comparing names, for all links of an article together. */
export interface ComparisonBudget {
  left: number;
}

/** The budget of an article. */
export function createBudget(): ComparisonBudget {
  return { left: maxBudgetOfAll };
}

/**
 * A link whose fragment is none of the anchors of `page`, the path of an article, or null for its own. Finds the
 * nearest of them while `budget` is left.
 */
export function toBrokenAnchor(
  address: string,
  page: string | null,
  anchors: ReadonlySet<string>,
  at: Position,
  budget: ComparisonBudget,
): BodyProblem {
  const near = findNearest(decodeAddress(address.slice(address.indexOf('#') + 1)), anchors, budget);
  return warnInBody(kindOfProblem.code, at, { says: 'brokenAnchor', address, page, near });
}

/**
 * The most similar id; null where none is similar, or none was found before `maxBudget`, or all that is left, was
 * spent.
 */
function findNearest(fragment: string, anchors: ReadonlySet<string>, budget: ComparisonBudget): string | null {
  if (fragment.length > maxLength) return null;
  const wanted = fragment.toLowerCase();
  let nearest: { steps: number; name: string | null } = {
    steps: Math.floor(Math.max(2, wanted.length / 2)) + 1,
    name: null,
  };
  const least = Math.max(0, budget.left - maxBudget);
  for (const name of anchors) {
    if (budget.left <= least) break;
    budget.left--;
    // The distance is at least the difference in length. Authors do not link to ids of footnotes.
    if (Math.abs(name.length - wanted.length) < nearest.steps && !/^fn(?:ref)?:/.test(name)) {
      budget.left -= name.length * wanted.length;
      const steps = editDistance(wanted, name);
      if (steps < nearest.steps) nearest = { steps, name };
    }
  }
  return nearest.name;
}

/** Characters of the longest fragment that is compared: the cost grows with its length. */
const maxLength = 200;

/** Cost of all comparisons for one link, each the product of both lengths: enough for some hundred headings. */
const maxBudget = 200_000;

/** The same for all links of an article. */
const maxBudgetOfAll = 20 * maxBudget;

/** An address, or a part of one, without percent-encoding; as it is where that is broken. */
export function decodeAddress(text: string): string {
  return decodePercent(text) ?? text;
}
