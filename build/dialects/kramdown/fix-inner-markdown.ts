import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { type BodyTag, collectTags, pairTags, tagOffset } from '../../markdown/adapt/tags-of-body.ts';
import { markup } from './fix-definitions.ts';

/**
 * Blank lines around what stands in elements with `markdown="1"`, so that Markdown is read there; the attribute goes. In one with
 * `markdown="span"`, Markdown is read in all elements.
 */
export function fixInnerMarkdown({ rendered, spans }: CurrentBody): Edit[] {
  const { markdown, tokens } = rendered;
  if (!/<[^<>]+\smarkdown(?=[\s=>])/i.test(markdown)) return [];
  const tags = collectTags(tokens);
  const { partners } = pairTags(tags);
  const edits: Edit[] = [];
  let spanEnd = -1;
  for (const [index, tag] of tags.entries()) {
    const written = tag.token.text.slice(tag.start, tag.end);
    const isInner = index < spanEnd && blocks.test(tag.name);
    const [attribute, value = '1'] = tag.closing ? [] : (attributeOf.exec(written) ?? (isInner ? [''] : []));
    const start = attribute === undefined ? null : tagOffset(tag, markdown, spans());
    if (attribute === undefined || start === null) continue;
    const end = start + written.length;
    const bare = written.replace(attribute, '');
    const partner = partners.get(index) ?? -1;
    const closer = tags[partner];
    const close = closer === undefined || !isBlock(tag, value) ? null : tagOffset(closer, markdown, spans());
    if (closer === undefined || close === null) edits.push({ start, end, text: bare });
    else {
      const isParagraph = tag.name === 'p';
      const around = isInner ? '\n\n' : '';
      const within = isInner && !markup.test(markdown.slice(end, close)) ? '' : '\n\n';
      edits.push({ start, end, text: isParagraph ? around : `${around}${bare}${within}` });
      if (!isInner) edits.push(...moveLeft(markdown, end, close, value === 'span' ? Number.POSITIVE_INFINITY : 0));
      if (value === 'span') spanEnd = Math.max(spanEnd, partner);
      const closeEnd = close + closer.end - closer.start;
      edits.push({
        start: close,
        end: closeEnd,
        text: isParagraph ? '\n\n' : `${within}${markdown.slice(close, closeEnd)}${around}`,
      });
    }
  }
  return edits;
}

const attributeOf = /(?<!\s)\s+markdown(?:\s*=\s*["']?(\w+)["']?)?(?=[\s/>])/i;

/** Whether the content is to be read as blocks. */
function isBlock({ name, leaf }: BodyTag, value: string): boolean {
  return leaf === 0 && !/^(?:0|false)$/i.test(value) && !/^(?:h[1-6]|summary|pre)$/.test(name);
}

/** Blocks of HTML that hold text. */
const blocks = /^(?:blockquote|dd|div|dt|figcaption|li|p|t[dh])$/;

/** Takes the indentation away that all lines of a range have, and up to `atLeast` characters of it. */
function moveLeft(markdown: string, from: number, to: number, atLeast: number): Edit[] {
  const starts: number[] = [];
  for (let at = markdown.indexOf('\n', from); at !== -1 && at < to; at = markdown.indexOf('\n', at + 1))
    starts.push(at + 1);
  const indents = starts.map((start) => {
    whitespace.lastIndex = start;
    const length = whitespace.exec(markdown)?.[0].length ?? 0;
    return start + length >= to || markdown[start + length] === '\n' ? null : length;
  });
  const common = Math.min(...indents.filter((indent) => indent !== null).slice(0, maxLines), deepest);
  const least = Math.max(common, atLeast);
  if (least === 0) return [];
  return starts.flatMap((start, n) =>
    indents[n] == null ? [] : [{ start, end: start + Math.min(least, indents[n]), text: '' }],
  );
}

const whitespace = /[ \t]*/y;

/** Lines that are read to find out how far the content is indented. */
const maxLines = 1000;

const deepest = 40;
