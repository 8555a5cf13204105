import { offsetAt, type Place } from '../marked/aligned-text.ts';
import { isLeaf } from '../marked/leaf-source.ts';
import type { Places } from '../marked/locate.ts';
import type { BodyToken } from '../marked/tokens.ts';
import { walkTokens } from '../marked/walk-tokens.ts';
import type { Rendering } from '../render-markdown.ts';
import type { Edit } from './apply-edits.ts';
import { cjkCharacter, pairEmphasis } from './pair-emphasis.ts';

/**
 * Tags in place of asterisks that CommonMark takes for text, since they stand between punctuation and a letter of Chinese, Japanese or
 * Korean.
 */
export function fixEmphasis({ markdown, tokens }: Rendering, places: () => Places): Edit[] {
  if (!markdown.includes('*') || !mayHaveCjk.test(markdown) || !besideCjk.test(markdown)) return [];
  const edits: Edit[] = [];
  walkTokens(tokens, (token) => {
    if (!isLeaf(token)) return true;
    if (token.type === 'html' || !besideCjk.test(token.raw)) return false;
    const place = places().get(token);
    if (place !== undefined) edits.push(...fixLeaf(token, place));
    return false;
  });
  return edits;
}

/** Quickly excludes most texts. */
const mayHaveCjk = /[\u1100-\u11ff\u2e80-\uffef\ud840-\ud8bf]/;

/** A run of `*` between such a character and punctuation, which another `*` is, too. */
const besideCjk = new RegExp(
  `(?<!\\*)(?:\\*\\*+|(?<=[\\p{P}\\p{S}])\\*)[${cjkCharacter}]|[${cjkCharacter}]\\*+[\\p{P}\\p{S}]`,
  'u',
);

function fixLeaf(token: BodyToken, place: Place): Edit[] {
  const text = withoutMarkup(token, place.text);
  if (text === null) return [];
  const edits: Edit[] = [];
  let from = 0;
  for (const part of token.type === 'table' ? text.split(/[|\n]/) : [text]) {
    const plain = new Set(pairEmphasis(part, false).map(({ open, close }) => `${open} ${close}`));
    for (const { open, close, length } of pairEmphasis(part, true)) {
      if (plain.has(`${open} ${close}`)) continue;
      const name = length === 2 ? 'strong' : 'em';
      const write = (at: number, tag: string) =>
        edits.push({ start: offsetAt(place, from + at), end: offsetAt(place, from + at + length), text: tag });
      write(open, `<${name}>`);
      write(close, `</${name}>`);
    }
    from += part.length + 1;
  }
  return edits;
}

/** The text with letters for what stands inside of links, code and HTML, and full stops for escapes. Null where one is not found. */
function withoutMarkup(token: BodyToken, source: string): string | null {
  let text = '';
  let from = 0;
  let isCertain = true;
  walkTokens([token], (inner) => {
    if (!hidden.has(inner.type)) return true;
    const start = source.indexOf(inner.raw, from);
    if (start === -1) isCertain = false;
    else {
      const letters = inner.raw.slice(1, -1).replace(/[^\n]/g, 'x');
      const mask =
        inner.type === 'escape'
          ? '..'
          : inner.raw.length < 2
            ? inner.raw
            : `${inner.raw[0]}${letters}${inner.raw.at(-1)}`;
      text += source.slice(from, start) + mask;
      from = start + inner.raw.length;
    }
    return false;
  });
  return isCertain ? text + source.slice(from) : null;
}

const hidden: ReadonlySet<string> = new Set(['codespan', 'html', 'link', 'image', 'escape', 'footnoteRef']);
