import { scanTags, type Tag } from '../html/scan-tags.ts';
import { isLeaf } from '../marked/leaf-source.ts';
import type { BodyToken } from '../marked/tokens.ts';
import { walkTokens } from '../marked/walk-tokens.ts';

/** A tag in the HTML of authors. */
export interface BodyTag extends Tag {
  token: BodyToken & { text: string };
  /** The paragraph, heading or table that it stands in, counted from 1; 0 in a block of HTML. */
  leaf: number;
}

/** All tags of a body, those in the text of an element such as `<title>` too. */
export function collectTags(tokens: readonly BodyToken[]): BodyTag[] {
  const tags: BodyTag[] = [];
  let leaf = 0;
  walkTokens(tokens, (token) => {
    if (token.type === 'html') {
      for (const tag of scanTags(token.text)) tags.push({ ...tag, token, leaf: token.block ? 0 : leaf });
    } else if (isLeaf(token)) leaf++;
  });
  return tags;
}
