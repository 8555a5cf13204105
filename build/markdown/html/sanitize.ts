import { createRequire } from 'node:module';
import type { ElementContent, Nodes, Properties } from 'hast';
import { lazy } from '../../package/lazy.ts';
import { cleanAddress, isSafeAddress } from './address.ts';
import { endless, formatting, keptHtml, voidElements } from './elements.ts';
import { escapeText, toAttribute } from './escape-html.ts';
import { isClean } from './is-clean.ts';
import { createTagFinder, type Tag } from './tags.ts';
import { browserNames } from './unique-ids.ts';

/**
 * HTML without anything that runs, frames, submits or restyles: only what `keptHtml` allows.
 * Applied to its own result it changes nothing, so no second parser can read something else into it.
 */
export function sanitize(html: string): string {
  if (isClean(html)) return html;
  const tags = createTagFinder()(html);
  if (isTooDeep(tags)) throw new RangeError(`HTML nested more than ${maxDepth} deep`);
  if (countFormatting(html, tags) > maxFormatting + formattingPerCharacter * html.length)
    throw new RangeError('HTML with many formatting elements that nothing ends');
  let before = closeEmpty(html, tags);
  for (let round = 0; round < maxRounds; round++) {
    const after = sanitizeOnce(before);
    if (after === before || isClean(after)) return after;
    before = after;
  }
  throw new RangeError(`HTML that is still changing after ${maxRounds} rounds of sanitising`);
}

/**
 * Adds the end tag that `<video />` lacks: JSX and XML end the element there, but a parser of HTML takes all that follows for
 * its content.
 */
function closeEmpty(html: string, tags: readonly Tag[]): string {
  const ends = tags.filter(({ name, empty }) => empty && !endless.has(name));
  const parts = ends.map(({ name, end }, i) => `${html.slice(ends[i - 1]?.end ?? 0, end)}</${name}>`);
  return parts.join('') + html.slice(ends.at(-1)?.end ?? 0);
}

/** Removing a tag can leave content where a parser would move it; a second round settles that. */
const maxRounds = 10;

/** Parsing and writing recurse once for each level; some thousands of levels would exhaust the stack. */
const maxDepth = 500;

/** How many elements a parser may open again: in any text, and more for each character. Each takes some microseconds. */
const [maxFormatting, formattingPerCharacter] = [30_000, 0.05];

/** Counts elements that are open at once, without those that need no end tag, or get theirs from `closeEmpty`. */
function isTooDeep(tags: readonly Tag[]): boolean {
  let depth = 0;
  for (const { name, closing, empty } of tags) {
    if (empty || endless.has(name)) continue;
    depth = closing ? Math.max(0, depth - 1) : depth + 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Parses and serialises HTML. */
export function sanitizeOnce(html: string): string {
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
  if (element === 'a' && attribute === 'name') return true;
  if (attribute === 'id') return !browserNames.has(value);
  if (element === 'a' && attribute === 'rel') return !value.split(/\s+/).some(isOpener);
  if (!keptAttributes().get('*')?.has(attribute) && !keptAttributes().get(element)?.has(attribute)) return false;
  if (attribute === 'srcset') return isSafeSet(value);
  const isAddress = (addressProperties as readonly string[]).includes(attribute);
  return !isAddress || isSafeAddress(cleanAddress(value), attribute === 'href' ? 'link' : 'image');
}

const keptAttributes = lazy(() => {
  const toName = (property: string | readonly unknown[]): string =>
    toAttributeName(String(typeof property === 'string' ? property : property[0]));
  return new Map(Object.entries(keptHtml.attributes ?? {}).map(([name, list]) => [name, new Set(list.map(toName))]));
});

/**
 * At most how many elements a parser adds to HTML because formatting elements are open: where their paragraph or cell ends, it
 * opens each of them again in what follows (HTML standard, "reconstruct the active formatting elements").
 */
export function countFormatting(html: string, tags: readonly Tag[]): number {
  let open: { name: string; written: string }[] = [];
  let count = 0;
  for (const { name, closing, start, end } of tags) {
    if (!formatting.has(name)) {
      count += Math.max(0, open.length - usual);
    } else if (closing) {
      const index = open.findLastIndex((other) => other.name === name);
      if (index !== -1) open.splice(index, 1);
    } else {
      const written = html.slice(start, end);
      // A link ends the one before it, and of equal elements three are opened again.
      const isGone = name === 'a' ? (other: { name: string }) => other.name === 'a' : isFourth(open, written);
      open = [...open.filter((other) => !isGone(other)), { name, written }];
    }
    if (open.length > most) return Number.POSITIVE_INFINITY;
  }
  return count;
}

/** No author leaves 500 open. */
const [usual, most] = [5, 500];

function isFourth(open: readonly { written: string }[], written: string): (other: { written: string }) => boolean {
  const equal = open.filter((other) => other.written === written);
  return (other) => equal.length >= 3 && other === equal[0];
}

const require = createRequire(import.meta.url);

/**
 * The HTML parser and the sanitiser, loaded with the first HTML of an author: loading them takes as long as rendering fifty
 * articles. `require` takes ES modules from Node 20.19 on.
 */
const loadHast = lazy(() => ({
  parse: require('parse5').parseFragment as typeof import('parse5').parseFragment,
  toTree: require('hast-util-from-parse5').fromParse5 as typeof import('hast-util-from-parse5').fromParse5,
  sanitize: require('hast-util-sanitize').sanitize as typeof import('hast-util-sanitize').sanitize,
}));

/** A sanitised tree as HTML: the HTML standard's fragment serialisation, so that parsing it gives the same tree. Without comments. */
function serializeHtml(node: Nodes): string {
  if (node.type === 'text') return escapeText(node.value);
  if (node.type === 'root') return node.children.map(serializeHtml).join('');
  if (node.type !== 'element') return '';
  const open = `<${node.tagName}${serializeProperties(node.properties)}>`;
  if (voidElements.has(node.tagName)) return open;
  const content = node.children.map(serializeHtml).join('');
  // A parser drops the first line end of these.
  const lineEnd = node.tagName === 'pre' && content.startsWith('\n') ? '\n' : '';
  return `${open}${lineEnd}${content}</${node.tagName}>`;
}

function serializeProperties(properties: Properties): string {
  let attributes = '';
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    attributes += toAttribute(toAttributeName(name), toAttributeValue(value));
  }
  return attributes;
}

/** The name in HTML of a property in a tree. */
function toAttributeName(property: string): string {
  if (property === 'className') return 'class';
  if (property.startsWith('aria')) return `aria-${property.slice(4).toLowerCase()}`;
  return property.toLowerCase();
}

function toAttributeValue(value: NonNullable<Properties[string]>): string {
  if (value === true) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
