import { splitWords } from '../../package/split-words.ts';
import { cleanAddress, isSafeAddress } from './address.ts';
import { voidElements } from './elements.ts';

/**
 * Whether HTML is for certain what `sanitize` makes of it, so that no parser has to read it: common elements with
 * common attributes, each where a parser leaves it, and all written as they are serialised. False for much that is
 * clean as well, such as tables.
 */
export function isClean(html: string): boolean {
  const open: string[] = [];
  piece.lastIndex = 0;
  while (piece.lastIndex < html.length) {
    const found = piece.exec(html);
    if (found === null) return false;
    const [, endOf, name, attributes = ''] = found;
    if (endOf !== undefined && open.pop() !== endOf) return false;
    if (name === undefined) continue;
    if (!mayStandIn(name, open) || !areCleanAttributes(name, attributes)) return false;
    // A parser drops the first line end.
    if (name === 'pre' && html[piece.lastIndex] === '\n') return false;
    if (!voidElements.has(name) && open.push(name) > deepest) return false;
  }
  return open.length === 0;
}

/** Text, a character reference, an end tag, or a start tag: its name and its attributes. */
const piece =
  /[^<>&\u00a0\r\0]+|&(?:amp|lt|gt|nbsp);|<\/([a-z][a-z\d]*)>|<([a-z][a-z\d]*)((?: [a-z]+="[^"<>\u00a0\r\0]*")*)>/y;

/** Whether a parser puts an element where it stands, and moves and ends none of those around it. */
function mayStandIn(name: string, open: readonly string[]): boolean {
  if (inline.has(name)) return name !== 'a' || !open.includes('a');
  if (name === 'li' && !/^[ou]l$/.test(open.at(-1) ?? '')) return false;
  return block.has(name) && !open.some((outer) => /^(?:p|h[1-6])$/.test(outer));
}

const inline: ReadonlySet<string> = new Set(
  splitWords('a abbr b br cite code del em i img ins kbd mark q s samp small span strong sub sup u var'),
);

const block: ReadonlySet<string> = new Set(
  splitWords('blockquote center details div figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary ul'),
);

const deepest = 100;

function areCleanAttributes(element: string, attributes: string): boolean {
  if (attributes === '') return true;
  // A list of classes is split at a no-break space, too.
  if (/&(?!(?:amp|lt|gt|quot);)/.test(attributes)) return false;
  const names = new Set<string>();
  for (const [, name = '', value = ''] of attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
    const isCleanValue = cleanValues[name] ?? cleanValues[`${element} ${name}`];
    if (names.has(name) || isCleanValue?.(value) !== true) return false;
    names.add(name);
  }
  return true;
}

/** Values that stay as they are, by the name of the attribute, or of the element and the attribute. */
const cleanValues: Readonly<Record<string, ((value: string) => boolean) | undefined>> = {
  class: (value) => /^\S+(?: \S+)*$/.test(value),
  id: (value) => value !== '',
  title: () => true,
  'a href': (value) => cleanAddress(value) === value && isSafeAddress(value, 'link'),
  'img alt': () => true,
  'img height': (value) => /^[1-9]\d{0,8}$/.test(value),
  'img src': (value) => cleanAddress(value) === value && isSafeAddress(value, 'image'),
  'img width': (value) => /^[1-9]\d{0,8}$/.test(value),
};
