import { offsetAt, type Span } from '../marked/aligned-text.ts';
import { pairDelimiters } from '../marked/emphasis.ts';
import type { Spans } from '../marked/locate.ts';
import { type BodyToken, isLeaf, walkTokens } from '../marked/tokens.ts';
import type { Rendered } from '../render-markdown.ts';
import type { Edit } from './body-dialect.ts';

/**
 * Tags in place of asterisks that CommonMark takes for text, since they stand between punctuation and a letter of Chinese, Japanese or
 * Korean.
 */
export function fixEmphasis({ markdown, tokens }: Rendered, spans: () => Spans): Edit[] {
  if (!markdown.includes('*') || !mayHaveCjk.test(markdown) || !besideCjk.test(markdown)) return [];
  const edits: Edit[] = [];
  walkTokens(tokens, (token) => {
    if (!isLeaf(token)) return true;
    if (token.type === 'html' || !besideCjk.test(token.raw)) return false;
    const span = spans().get(token);
    if (span !== undefined) edits.push(...fixLeaf(token, span));
    return false;
  });
  return edits;
}

/** Letters and punctuation of scripts without spaces. */
export const cjkCharacter =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\u3000-\\u303f\\uff00-\\uffef';

const cjk = new RegExp(`[${cjkCharacter}]`, 'u');

/** Quickly excludes most texts, those with emoji too. */
const mayHaveCjk = /[\u1100-\u11ff\u2e80-\ud7ff\ud81b\ud82b\ud82c\ud840-\ud8bf\uf900-\ufaff\uff00-\uffef]|\ud83c\ude00/;

/** A run of `*` between such a character and punctuation, which another `*` is, too; every search begins at a `*`. */
const besideCjk = new RegExp(
  `\\*(?:(?<!\\*\\*)\\*+|(?<=[\\p{P}\\p{S}]\\*))[${cjkCharacter}]|\\*(?<=[${cjkCharacter}]\\*)\\**[\\p{P}\\p{S}]`,
  'u',
);

function fixLeaf(token: BodyToken, span: Span): Edit[] {
  const text = withoutMarkup(token, span.text);
  if (text === null) return [];
  const edits: Edit[] = [];
  let from = 0;
  for (const part of token.type === 'table' ? text.split(/[|\n]/) : [text]) {
    const plain = pairDelimiters(part, asterisks);
    for (const [open, { close, width }] of pairDelimiters(part, asterisks, cjk)) {
      if (plain.get(open)?.close === close) continue;
      const name = width === 2 ? 'strong' : 'em';
      const write = (at: number, tag: string) =>
        edits.push({ start: offsetAt(span, from + at), end: offsetAt(span, from + at + width), text: tag });
      write(open, `<${name}>`);
      write(close, `</${name}>`);
    }
    from += part.length + 1;
  }
  return edits;
}

const asterisks = /\*+/g;

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

const hidden: ReadonlySet<string> = new Set(['codespan', 'html', 'link', 'image', 'escape', 'footnoteRef', 'math']);
