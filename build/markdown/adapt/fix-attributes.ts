import type { Edit } from './apply-edits.ts';
import { readAttributeList } from './read-attribute-list.ts';

/**
 * Takes lists of attributes away that CommonMark shows as text, such as `{: .note}` and `{#id .class}`: behind headings, on lines of
 * their own, and behind links, pictures, code and emphasis. Headings keep their ids; other ids go to an empty element. `text`
 * is masked.
 */
export function fixAttributes(text: string): Edit[] {
  const edits: Edit[] = [...cutExtensions(text)];
  for (const { 0: whole, 1: before = '', 2: braces = '', index } of text.matchAll(lineOfList)) {
    const list = readAttributeList(braces);
    if (list === null) continue;
    const start = index;
    const end = index + whole.length;
    const previous = text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1));
    const id = list.id;
    if (tableOfContents.test(braces) && /^ {0,3}(?:[-*+]|1[.)])\s/.test(previous)) {
      edits.push({ start: start - previous.length - 1, end, text: '' });
    } else if (id !== null && /^[ >]*#{1,6}\s/.test(previous)) edits.push({ start: start - 1, end, text: ` {#${id}}` });
    else if (id !== null) edits.push({ start: start + before.length, end, text: `<div id="${id}"></div>\n` });
    else if (start > 0 && previous.trim() !== '') edits.push({ start: start - 1, end, text: '' });
    else edits.push({ start: start + before.length, end, text: '' });
  }
  for (const { 0: whole, 1: braces = '', 2: close = '', index } of text.matchAll(endOfHeading)) {
    const list = readAttributeList(braces);
    const at = index + whole.indexOf(braces);
    if (list === null || (ownId.test(braces) && close === '')) continue;
    const blanks = /[ \t]*$/.exec(text.slice(index, at))?.[0].length ?? 0;
    const end = index + whole.length;
    edits.push({ start: at - blanks, end, text: list.id === null ? '' : ` {#${list.id}}` });
  }
  for (const { 0: braces, index } of text.matchAll(behindInline)) {
    const isKramdown = braces.startsWith('{:');
    const list = readAttributeList(braces);
    if (list === null || (!isKramdown && text[index - 1] !== '\0')) continue;
    edits.push({ start: index, end: index + braces.length, text: list.id === null ? '' : `<a id="${list.id}"></a>` });
  }
  return edits;
}

/** False only for a text without such lists, save those that the reader of headings takes for an id. */
export function mayHaveAttributes(markdown: string): boolean {
  return mayHaveList.test(markdown);
}

const mayHaveList = /\{(?::|\s*#(?![\p{L}\p{N}_.-]+\}[ \t]*$)|\s*\.[\p{L}_-]|\s*\/\*|[\w-]+=)/mu;

const braced = '\\{[^{}\\n\\0]{1,500}\\}';

/** Braces alone on their line. */
const lineOfList = new RegExp(`^((?:[ \\t]*>)*[ \\t]*)(${braced})[ \\t]*$`, 'gm');

/** Behind the text of a heading that signs make, or that a line underlines. */
const endOfHeading = new RegExp(
  `^(?=[^\\n]*\\S)(?:[ \\t>]*#{1,6}[ \\t][^\\n]*?|(?! {4}|\\t)[^\\n{]+?(?=${braced}[ \\t]*\\n {0,3}(?:=+|-{2,})[ \\t]*$))(${braced})((?:[ \\t]+#+)?)[ \\t]*$`,
  'gm',
);

/** As the reader of headings has it. */
const ownId = /^\{#[\p{L}\p{N}_.-]+\}$/u;

const behindInline = new RegExp(`(?<=[\\0*_])${braced}`, 'g');

const tableOfContents = /^\{:\s*toc\b/;

/** What kramdown calls extensions: a comment goes with what it holds, of others the marks. */
function cutExtensions(text: string): Edit[] {
  if (!text.includes('{:')) return [];
  const edits: Edit[] = [];
  let mayClose = true;
  for (const { 0: mark, 1: name = '', index } of text.matchAll(/\{:(?:\/|:)([a-z]*)[^{}\n\0]{0,500}\}/g)) {
    const isComment = mark.startsWith('{::comment') && !mark.endsWith('/}');
    const close = isComment && mayClose ? text.slice(index).search(/\{:\/(?:comment)?\}/) : -1;
    if (isComment && close === -1) {
      mayClose = false;
      continue;
    }
    if (!isComment && name !== '' && !extensions.has(name)) continue;
    const end = isComment ? text.indexOf('}', index + close) + 1 : index + mark.length;
    edits.push({ start: index, end, text: '' });
  }
  return edits;
}

const extensions: ReadonlySet<string> = new Set(['comment', 'nomarkdown', 'options']);
