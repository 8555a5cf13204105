import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { trimEndOf } from '../../markdown/linear-text.ts';
import { editImages, toSizedImage, withTextBelow } from '../sized-images.ts';

/**
 * Takes lists of attributes away that CommonMark shows as text, such as `{: .note}` and `{#id .class}`: behind headings, on lines of
 * their own, in items and cells, and behind links, images, code and emphasis. Headings keep their ids; other ids go to an empty element.
 */
export function fixAttributes({ rendered, masked }: CurrentBody): Edit[] {
  if (!mayHaveList.test(rendered.markdown)) return [];
  const text = masked();
  const edits: Edit[] = [...cutExtensions(text)];
  for (const { 0: whole, 1: before = '', 2: braces = '', index } of text.matchAll(lineOfList)) {
    const id = readListId(braces);
    if (id === null) continue;
    const start = index;
    const end = index + whole.length;
    const previous = text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1));
    if (tableOfContents.test(braces) && /^ {0,3}(?:[-*+]|1[.)])\s/.test(previous)) {
      edits.push({ start: start - previous.length - 1, end, text: '' });
    } else if (id !== '' && /^[ >]*#{1,6}\s/.test(previous)) edits.push({ start: start - 1, end, text: ` {#${id}}` });
    else if (id !== '') edits.push({ start: start + before.length, end, text: `<div id="${id}"></div>\n` });
    else if (start > 0 && previous.trim() !== '') edits.push({ start: start - 1, end, text: '' });
    else edits.push({ start: start + before.length, end, text: '' });
  }
  for (const { 0: whole, 1: braces = '', 2: close, index } of text.matchAll(listAtEnd)) {
    const id = readListId(braces);
    if (id === null || (ownId.test(braces) && close === undefined)) continue;
    const end = index + whole.length;
    const lineStart = text.lastIndexOf('\n', index - 1) + 1;
    const before = text.slice(lineStart, index);
    if (!atxHeading.test(before) && (close !== undefined || !isUnderlined(text, before, end))) continue;
    const start = lineStart + trimEndOf(before, ' \t').length;
    edits.push({ start, end, text: id === '' ? '' : ` {#${id}}` });
  }
  for (const { 0: whole, index } of text.matchAll(behindInline)) {
    const braces = whole.trimEnd();
    const isKramdown = braces.startsWith('{:');
    const id = readListId(braces);
    if (id === null || (!isKramdown && text[index - 1] !== '\0')) continue;
    const start = rendered.markdown.startsWith('[]()', index - 4) ? index - 4 : index;
    edits.push({ start, end: index + whole.length, text: id === '' ? '' : `<a id="${id}"></a>` });
  }
  return edits;
}

/** Images with the width and the height in pixels that a list of attributes behind them has. */
export function fixImageSizes(body: CurrentBody): Edit[] {
  const { markdown } = body.rendered;
  if (!sizedImage.test(markdown)) return [];
  return editImages(body, (image, start, before) => {
    list.lastIndex = before;
    const [braces = ''] = list.exec(markdown) ?? [];
    const [width, height] = [pixelsOfWidth, pixelsOfHeight].map((pixels) => pixels.exec(braces)?.[1]);
    if ((width ?? height) === undefined || readListId(braces) !== '') return null;
    const end = before + braces.length;
    return { start, end, text: withTextBelow(toSizedImage(image, { width, height }), markdown, end) };
  });
}

const sizedImage = /[)\]]\{[^{}\n]{0,300}\b(?:width|height)=/;

/** With NUL for what is escaped in a value. */
const braced = '\\{[^{}\\n]{1,500}\\}';

const list = new RegExp(braced, 'y');

const pixelsOfWidth = /[\s:{]width=["']?(\d{1,5})(?:px)?(?=["'\s}])/;

const pixelsOfHeight = /[\s:{]height=["']?(\d{1,5})(?:px)?(?=["'\s}])/;

/** Lists, except those that the reader of headings takes for an id. */
const mayHaveList = /\)\{#|\{(?::|\s*#(?![\p{L}\p{N}_.-]+\}[ \t]*$)|\s*\.[\p{L}_-]|\s*[\w-]+=)/mu;

/** Braces alone on their line. */
const lineOfList = new RegExp(`^((?:[ \\t]*>)*[ \\t]*)(${braced})[ \\t]*$`, 'gm');

/** Braces at the end of a line, and the characters that may close a heading. */
const listAtEnd = new RegExp(`(${braced})(?:[ \\t]+(#+))?[ \\t]*$`, 'gm');

const atxHeading = /^[ \t>]*#{1,6}[ \t]/;

/** Whether a line ends the text of a heading that the line below makes. */
function isUnderlined(text: string, before: string, end: number): boolean {
  underline.lastIndex = end;
  return before !== '' && !/^(?: {4}|\t)|\{/.test(before) && underline.test(text);
}

const underline = /\n {0,3}(?:=+|-{2,})[ \t]*$/my;

/** As the reader of headings has it. */
const ownId = /^\{#[\p{L}\p{N}_.-]+\}$/u;

/** Also at the start of an item, and at the end of a cell or of other text: with a colon, and more than words, which may be code. */
const behindInline = new RegExp(`(?<=[\\0*_])${braced}|(?<=[ \\t])(?=\\{:[^{}\\n]{0,500}[.#=])${braced}[ \\t]*`, 'g');

const tableOfContents = /^\{:\s*toc\b/;

/** What kramdown calls extensions: a comment goes with what it holds, of others the delimiters. */
function cutExtensions(text: string): Edit[] {
  if (!text.includes('{:')) return [];
  const edits: Edit[] = [];
  // Where the next comment ends, and the last one that was cut: what stands in it goes with it.
  let close = indexOfClose(text, 0);
  let cutTo = 0;
  for (const { 0: delimiter, 1: name = '', index } of text.matchAll(/\{:(?:\/|:)([a-z]*)[^{}\n\0]{0,500}\}/g)) {
    const isComment = delimiter.startsWith('{::comment') && !delimiter.endsWith('/}');
    if (index < cutTo || (!isComment && name !== '' && !extensions.has(name))) continue;
    if (isComment && close !== -1 && close < index) close = indexOfClose(text, index);
    if (isComment && close === -1) continue;
    const end = isComment ? text.indexOf('}', close) + 1 : index + delimiter.length;
    if (isComment) cutTo = end;
    edits.push({ start: index, end, text: '' });
  }
  return edits;
}

function indexOfClose(text: string, from: number): number {
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? -1;
}

const closing = /\{:\/(?:comment)?\}/g;

const extensions: ReadonlySet<string> = new Set(['comment', 'nomarkdown', 'options']);

/**
 * The id in a list of attributes, `{#id .class key=value}`; '' for a list without one, null for braces that hold something else. With a
 * colon, as kramdown writes it, names may stand there too.
 */
function readListId(braces: string): string | null {
  const inner = braces.slice(1, -1).trim();
  const isKramdown = inner.startsWith(':');
  const list = isKramdown
    ? inner
        .slice(1)
        .replace(/^\s*[\w-]+:/, '')
        .trim()
    : inner;
  let id = '';
  let count = 0;
  let from = 0;
  for (const { 0: whole, 1: ownId, 2: name, index } of list.matchAll(part)) {
    if (name !== undefined && !isKramdown) return null;
    id = ownId ?? id;
    from = index + whole.length;
    count++;
  }
  return from === list.length && (count > 0 || isKramdown) ? id : null;
}

const part =
  /(?:#([\p{L}\p{N}_.:-]+)|\.[\p{L}_-][\p{L}\p{N}_:-]*|[A-Za-z_:@][\w:.-]*=(?:"[^"]*"|'[^']*'|[^\s"'{}\0]+)|([A-Za-z][\w-]*))(?:[\s;,]+|$|(?=[.#]))/guy;
