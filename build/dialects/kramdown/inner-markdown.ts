import { scanTags } from '../../markdown/html/tags.ts';
import type { Html } from '../../markdown/parse/tokens.ts';
import { blockRule, lexBlocks } from '../syntax.ts';

/** Markdown in elements of HTML with `markdown="1"`, whose content may be indented as a whole. What stands around them is HTML. */
export const innerMarkdown = blockRule(
  'inner-markdown',
  ' {0,3}<[a-z]',
  (source, { lexer }) => {
    const html = source.slice(0, /\n[ \t]*(?:\n|$)/.exec(source)?.index);
    const start = html.search(/<[a-z][^<>]*\smarkdown(?=[\s=>])/i);
    const tags = start === -1 ? [] : scanTags(source.slice(start));
    const [opening] = tags;
    const written = opening === undefined ? '' : source.slice(start, start + opening.end);
    const [attribute, value = '1'] = attributeOf.exec(written) ?? [];
    if (opening === undefined || attribute === undefined || /^(?:0|false)$/i.test(value) || inline.test(opening.name))
      return undefined;
    let depth = 0;
    const closing = tags.find(({ name, closing: isEnd, empty }) => {
      if (name === opening.name && !empty) depth += isEnd ? -1 : 1;
      return depth === 0;
    });
    if (closing === undefined) return undefined;
    const content = source.slice(start + opening.end, start + closing.start).replace(/^[ \t]*\n/, '');
    const text = moveLeft(value === 'span' ? content.replace(textBlock, '$& markdown="1"') : content);
    const end = start + closing.end;
    const [rest = ''] = /^(?:[ \t]*[^\s][^\n]*(?:\n|$))*/.exec(source.slice(end)) ?? [];
    const isParagraph = opening.name === 'p';
    const before = source.slice(0, start) + (isParagraph ? '' : `${written.replace(attribute, '')}\n`);
    const behind = isParagraph ? '' : `</${opening.name}>\n`;
    const tokens = [toHtml(before), ...lexBlocks(lexer, text), toHtml(behind), ...lexBlocks(lexer, rest.trim())];
    return { type: 'element', name: '', block: true, raw: source.slice(0, end) + rest, contentLine: 1, tokens };
  },
  false,
);

function toHtml(text: string): Html {
  return { type: 'html', block: true, pre: false, raw: '', text };
}

const attributeOf = /(?<!\s)\s+markdown(?:\s*=\s*["']?(\w+)["']?)?(?=[\s/>])/i;

/** In one with `markdown="span"`, Markdown is read in all elements that hold text. */
const textBlock = /<(?:blockquote|dd|div|dt|figcaption|li|p|t[dh])\b(?![^<>]*\smarkdown[\s=>])/gi;

const inline = /^(?:h[1-6]|summary|pre|a|abbr|b|code|em|i|small|span|strong|sub|sup)$/;

/** Without the indentation that all its lines have. */
function moveLeft(text: string): string {
  const indents = Array.from(text.matchAll(/^([ \t]*)\S/gm), ([, indent = '']) => indent.length);
  const least = Math.min(...indents.slice(0, maxLines), deepest);
  return least === 0 ? text : text.replace(new RegExp(`^[ \\t]{1,${least}}`, 'gm'), '');
}

/** Lines that are read to find out how far the content is indented. */
const maxLines = 1000;

const deepest = 40;
