import type { ElementContent, Nodes, Properties } from 'hast';
import { cleanAddress, isSafeAddress } from './address.ts';
import { browserNames } from './browser-names.ts';
import { countFormatting } from './count-formatting.ts';
import { endless } from './elements.ts';
import { createTagFinder } from './find-tags.ts';
import { keptHtml } from './kept-html.ts';
import { loadHast } from './load-hast.ts';
import type { Tag } from './scan-tags.ts';
import { serializeHtml } from './serialize-html.ts';

/**
 * HTML without anything that runs, frames, submits or restyles: only what `keptHtml` allows.
 * Applied to its own result it changes nothing, so no second parser can read something else into it.
 */
export function sanitize(html: string): string {
  const tags = createTagFinder()(html);
  if (isTooDeep(tags)) throw new RangeError(`HTML nested more than ${maximumDepth} deep`);
  if (countFormatting(html, tags) > mostFormatting + formattingPerCharacter * html.length)
    throw new RangeError('HTML with many formatting elements that nothing ends');
  let before = closeEmpty(html, tags);
  for (let round = 0; round < maximumRounds; round++) {
    const after = sanitizeOnce(before);
    if (after === before) return after;
    before = after;
  }
  throw new RangeError(`HTML that is still changing after ${maximumRounds} rounds of sanitising`);
}

/**
 * Adds the end tag that `<video />` lacks: JSX and XML end the element there, but a parser of HTML takes all that follows for
 * its content.
 */
function closeEmpty(html: string, tags: readonly Tag[]): string {
  const ends = tags.filter(({ name, empty }) => empty && !endless.has(name));
  const pieces = ends.map(({ name, end }, i) => `${html.slice(ends[i - 1]?.end ?? 0, end)}</${name}>`);
  return pieces.join('') + html.slice(ends.at(-1)?.end ?? 0);
}

/** Removing a tag can leave content where a parser would move it; a second round settles that. */
const maximumRounds = 10;

/** Parsing and writing recurse once for each level; some thousands of levels would exhaust the stack. */
const maximumDepth = 500;

/** How many elements a parser may open again: in any text, and more for each character. Each takes some microseconds. */
const [mostFormatting, formattingPerCharacter] = [30_000, 0.05];

/** Counts elements that are open at once, without those that need no end tag. */
function isTooDeep(tags: readonly Tag[]): boolean {
  let depth = 0;
  for (const { name, closing } of tags) {
    if (endless.has(name)) continue;
    depth = closing ? Math.max(0, depth - 1) : depth + 1;
    if (depth > maximumDepth) return true;
  }
  return false;
}

function sanitizeOnce(html: string): string {
  const { parse, toTree, sanitize: sanitizeTree } = loadHast();
  const tree = toTree(parse(html, { scriptingEnabled: false }));
  prepare(tree);
  return serializeHtml(sanitizeTree(tree, keptHtml));
}

/** Does what the schema cannot: cleans addresses, prepares links, and removes inputs other than check boxes. */
function prepare(node: Nodes): void {
  if (!('children' in node)) return;
  if (node.type === 'element') {
    for (const name of addressProperties) {
      const value = node.properties[name];
      if (typeof value === 'string') node.properties[name] = cleanAddress(value);
    }
    if (typeof node.properties.srcSet === 'string' && !isSafeSet(node.properties.srcSet)) delete node.properties.srcSet;
    if (node.tagName === 'input' && node.properties.type !== 'checkbox') node.tagName = 'embed';
    if (node.tagName === 'a') prepareLink(node.properties);
  }
  const children = (node.children as ElementContent[]).flatMap(withOldName);
  if (children.length > node.children.length) node.children = children;
  for (const child of node.children) prepare(child);
}

/** Puts an empty link before a link whose `name` is not its id, so that both lead there. */
function withOldName(node: ElementContent): ElementContent[] {
  if (node.type !== 'element' || node.tagName !== 'a') return [node];
  const { id, name } = node.properties;
  if (!id || !name || id === name) return [node];
  return [{ type: 'element', tagName: 'a', properties: { id: name }, children: [] }, node];
}

/** Denies the page that a link opens access to this one, and makes an id of an old `name`. */
function prepareLink(properties: Properties): void {
  const { name, rel, target } = properties;
  delete properties.name;
  if (typeof name === 'string' && !properties.id) properties.id = name;
  const tokens = Array.isArray(rel) ? rel.filter((token) => !isOpener(String(token))) : [];
  if (target === '_blank' && !tokens.some((token) => /^no(?:opener|referrer)$/i.test(String(token))))
    tokens.push('noopener');
  if (tokens.length > 0) properties.rel = tokens;
  else delete properties.rel;
}

function isOpener(token: string): boolean {
  return token.toLowerCase() === 'opener';
}

const addressProperties = ['cite', 'href', 'poster', 'src'] as const;

/** Whether all addresses of a `srcset` are safe. Splits at every comma, so it may check parts of addresses, and misses none. */
function isSafeSet(set: string): boolean {
  return set.split(',').every((candidate) => isSafeAddress(cleanAddress(candidate), 'image'));
}

/** What becomes of an element: all of it stays, its tags go and its content stays, or all of it goes. */
export function fateOf(element: string): 'kept' | 'unwrapped' | 'removed' {
  if (element === 'input' || keptHtml.tagNames?.includes(element)) return 'kept';
  return keptHtml.strip?.includes(element) ? 'removed' : 'unwrapped';
}

/** Whether an attribute of an element that is kept stays; `value` as its reader sees it. */
export function keepsAttribute(element: string, attribute: string, value: string): boolean {
  attributesOf ??= new Map(
    Object.entries(keptHtml.attributes ?? {}).map(([name, list]) => [name, new Set(list.map(toName))]),
  );
  if (element === 'a' && attribute === 'name') return true;
  if (attribute === 'id') return !browserNames.has(value);
  if (element === 'a' && attribute === 'rel') return !value.split(/\s+/).some(isOpener);
  if (!attributesOf.get('*')?.has(attribute) && !attributesOf.get(element)?.has(attribute)) return false;
  if (attribute === 'srcset') return isSafeSet(value);
  const isAddress = (addressProperties as readonly string[]).includes(attribute);
  return !isAddress || isSafeAddress(cleanAddress(value), attribute === 'href' ? 'link' : 'image');
}

let attributesOf: Map<string, Set<string>> | null = null;

/** The name in HTML of a property in a tree. */
function toName(definition: string | readonly unknown[]): string {
  const property = String(typeof definition === 'string' ? definition : definition[0]);
  if (property === 'className') return 'class';
  return property.toLowerCase().replace(/^aria/, 'aria-');
}
