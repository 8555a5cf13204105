import type { BodyToken } from '../parse/tokens.ts';
import { walkTokens } from '../parse/walk-tokens.ts';
import names from './browser-names.json' with { type: 'json' };
import { toAttribute } from './escape-html.ts';
import { decodeValue } from './tags.ts';

/**
 * The properties of `window`, `document` and a `form` in browsers, those of their prototypes too: an element with such
 * an id could be taken for one of them. From Chromium 156 and the npm package globals 17.14.0.
 */
export const browserNames: ReadonlySet<string> = new Set(names);

/** Marks ids that rendering makes, as opposed to ids in the HTML of authors. `uniqueIds` removes it. */
export const ownPrefix = '\ufdd0';

/** The ids of an article while it is rendered. */
export interface IdKeeper {
  /**
   * Makes the ids in the sanitised HTML of some blocks unique. Call it in the order of the article. Keeps the ids of
   * headings and footnotes. An id in the HTML of authors gets a number if it stood before, belongs to a heading, or is
   * among `browserNames`.
   */
  keep(html: string, blocks: readonly BodyToken[]): string;
  /** Changes references in a whole article to ids that got a number because they are among `browserNames`. */
  follow(html: string): string;
}

export function createIdKeeper(tokens: readonly BodyToken[]): IdKeeper {
  const taken = ownIds(tokens);
  const numbers = new Map<string, number>();
  const renamed = new Map<string, string>();

  const toUnique = (id: string): string => {
    if (!taken.has(id) && !browserNames.has(id)) return id;
    let number = numbers.get(id) ?? 1;
    while (taken.has(`${id}-${number}`)) number++;
    numbers.set(id, number + 1);
    const unique = `${id}-${number}`;
    if (browserNames.has(id) && !taken.has(id) && !renamed.has(id)) renamed.set(id, unique);
    return unique;
  };
  const keepId = (written: string, own: Set<string>): string => {
    const marked = written.startsWith(ownPrefix);
    const id = marked ? written.slice(ownPrefix.length) : written;
    if (id === '') return '';
    // An author can write the prefix too, but each id is given once.
    if (marked && own.delete(id)) return toAttribute('id', id);
    const unique = toUnique(id);
    taken.add(unique);
    return toAttribute('id', unique);
  };
  return {
    keep(html, blocks) {
      const own = ownIds(blocks);
      return changeAttributes(html, (name, value) => (name === 'id' ? keepId(value, own) : null));
    },
    follow(html) {
      if (renamed.size === 0) return html;
      const rename = (id: string) => renamed.get(id) ?? id;
      return changeAttributes(html, (name, value) => {
        if (name === 'href' && value.startsWith('#')) return toAttribute(name, `#${rename(value.slice(1))}`);
        if (name !== 'headers' && name !== 'aria-describedby') return null;
        return toAttribute(name, value.split(' ').map(rename).join(' '));
      });
    },
  };
}

/** The ids of headings and footnotes. */
function ownIds(tokens: readonly BodyToken[]): Set<string> {
  const own = new Set<string>();
  walkTokens(tokens, (token) => {
    if ((token.type === 'heading' || token.type === 'footnoteRef') && token.id) own.add(token.id);
    if (token.type === 'footnote' && token.number !== undefined) own.add(`fn:${token.number}`);
  });
  return own;
}

/** Replaces attributes of serialised HTML; `change` gives null to keep one. */
function changeAttributes(html: string, change: (name: string, value: string) => string | null): string {
  return html.replace(startTag, (tag) =>
    tag.replace(attribute, (whole, name: string, value: string) => change(name, decodeValue(value)) ?? whole),
  );
}

/** In serialised HTML every `<` begins a tag, and every value stands in double quotes. */
const startTag = /<[a-z][^>]*>?/g;
const attribute = / ([^\s="]+)="([^"]*)"/g;
