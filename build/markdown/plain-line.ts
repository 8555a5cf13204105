import { collapse } from '../../src/core/collapse.ts';
import { hidingOf } from './html/hiding.ts';
import { parseInline } from './parse/parse-body.ts';
import { unlessTooMuch } from './parse/too-much-work.ts';
import { walkTokens } from './parse/walk-tokens.ts';
import { blockTag, linkedText } from './walk/excerpt.ts';
import { takeOut } from './walk/mend-html.ts';
import { type BodyTag, collectTags, pairTags } from './walk/tags-of-body.ts';

/**
 * A line of front matter as plain text: without marks of emphasis, code and links, and without tags that belong
 * together, character references decoded. A tag that stands alone, as in `Array<T>` and `The <title> element`, is text,
 * and so is `__init__`.
 */
export function toPlainLine(text: string): string {
  if (!/[&<*_`[\\]/.test(text)) return text;
  const tokens = unlessTooMuch(() => parseInline(text));
  if (tokens === null) return text;
  const tags = collectTags(tokens);
  const { unclosed, stray, removed, partners } = pairTags(tags);
  const hidden = tags.flatMap((tag, at): [BodyTag, BodyTag][] => {
    const end = tags[partners.get(at) ?? -1];
    return end === undefined || tag.closing || hidingOf(tag.token.text, tag) === null ? [] : [[tag, end]];
  });
  takeOut(tokens, [...removed, ...hidden]);
  const alone = new Set([...unclosed, ...stray].map(({ token }) => token));
  walkTokens(tokens, (token) => {
    const { type, raw } = token;
    const isText = type === 'html' ? alone.has(token) && !/^<(?:br|img\s)/i.test(raw) : /^__\w+__$/.test(raw);
    if (isText) Object.assign(token, { type: 'escape', text: raw });
    else if (type === 'html') Object.assign(token, { type: 'escape', text: raw.search(blockTag) === 0 ? ' ' : '' });
  });
  return collapse(linkedText(tokens)) || text;
}
