import { type CurrentBody, type Edit, toCut } from '../../markdown/adapt/body-dialect.ts';
import { walkTokens } from '../../markdown/marked/tokens.ts';
import { fixAddresses } from '../fix-addresses.ts';
import { encodePath } from '../fix-named.ts';
import { replaceTags } from '../replace-tags.ts';

/** Lists in place of outlines below a heading or a line of text: Markdown reads their indented lines as code or as more of the text. */
export function fixIndentation({ rendered: { markdown, tokens }, spans }: CurrentBody): Edit[] {
  if (!/^(?:\t| {4})[ \t]*-(?:\s|$)/m.test(markdown)) return [];
  return tokens.flatMap((token) => {
    const isCode = token.type === 'code' && token.codeBlockStyle === 'indented';
    if ((!isCode || !/^[ \t]*-(?:\s|$)/.test(token.raw)) && token.type !== 'paragraph') return [];
    const { text = '', ends = [] } = spans().get(token) ?? {};
    const lines = text.split('\n');
    const first = lines.findIndex((line) => /^(?:\t| {4})[ \t]*-(?:\s|$)/.test(line));
    return lines.flatMap((line, i) => {
      const start = (ends[i] ?? 0) - line.length;
      const [indentation = ''] = /^(?:\t| {1,4})/.exec(line) ?? [];
      return first === -1 || i < first ? [] : [{ start, end: start + indentation.length, text: '' }];
    });
  });
}

/** Empty items go; one with others below it stays, and does not make a heading of the text above it. */
export function fixEmptyItems({ rendered: { markdown, tokens }, masked, spans }: CurrentBody): Edit[] {
  if (!/^[ \t]*-[ \t]*$/m.test(markdown)) return [];
  // Of what lies below, such as code, masking hides the indentation as well.
  const hasBelow = ({ 0: { length }, 1: indentation = '', index }: RegExpExecArray): boolean =>
    markdown.startsWith(`\n${indentation}`, index + length) &&
    /^[ \t]{1,20}\S/.test(
      markdown.slice(index + length + 1 + indentation.length, index + length + 31 + indentation.length),
    );
  const edits = [...masked().matchAll(emptyItem)].filter((found) => !hasBelow(found)).map(toCut);
  if (edits.length > 0) return edits;
  walkTokens(tokens, (token) => {
    const isUnderlined = token.type === 'heading' && /\n[ \t]*-[ \t]*\n*$/.test(token.raw);
    const end = isUnderlined ? spans().get(token)?.ends.at(-1) : undefined;
    if (end !== undefined) edits.push({ start: end, end, text: ' <!-- -->' });
  });
  return edits;
}

const emptyItem = /(?:^|\n)([ \t]*)-[ \t]*(?=\n|$)/g;

/** Properties of blocks, each with its line unless the item begins with it. One of them makes items numbered. */
export function cutProperties({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (!markdown.includes('::')) return [];
  const items = markdown.includes(orderType) ? [...masked().matchAll(numberedItem)] : [];
  return [
    ...Array.from(masked().matchAll(property), toCut),
    ...items.map(({ 0: { length }, index }) => ({ start: index + length - 1, end: index + length, text: '1.' })),
  ];
}

const orderType = 'logseq.order-list-type:: number';

const property = /(?:\n[ \t]*|(?<=^[ \t]{0,50}[-*+] ))[a-z][\w./-]{0,49}::(?:[ \t][^\n]*)?$/gm;

/** The start of an item of one line and its properties. */
const numberedItem =
  /^[ \t]*-(?= [^\n]*(?:\n[ \t]+[a-z][\w./-]{0,49}::[^\n]*){0,20}?\n[ \t]+logseq\.order-list-type:: number[ \t]*$(?!\n[ \t]+(?!-|[a-z][\w./-]{0,49}::)\S))/gm;

/** What the program notes of a block between `:LOGBOOK:` and `:END:`. */
export function cutDrawers({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  return /:(?:LOGBOOK|PROPERTIES):/.test(markdown) ? Array.from(masked().matchAll(drawer), toCut) : [];
}

const drawer = /\n[ \t]*:(?:LOGBOOK|PROPERTIES):[ \t]*(?:\n(?![ \t]*(?::END:|- ))[^\n]*){0,200}\n[ \t]*:END:[ \t]*$/gm;

/** The path of the page in place of its name as the address of a link: `[a]([[Page]])`, which is text where the name has spaces. */
export function fixPageAddresses(body: CurrentBody): Edit[] {
  const write = (found: RegExpExecArray, offset = found.index): string | null => {
    const path = body.findNamed((found[1] ?? '').trim(), offset);
    return path === null ? null : `/${encodePath(path)}`;
  };
  return [...replaceTags(body, '([[', pageAddress, write), ...fixAddresses(body, ['([['], pageAddress, write)];
}

const pageAddress = /(?<=\]\()\[\[([^[\]\n\0|#^\\]{1,500})\]\](?=\))/g;

/**
 * The text of a block of the same file in place of a reference to it, while the names of blocks are there; in `[a](((…)))`, the path of
 * the file.
 */
export function fixReferences(body: CurrentBody, path: string): Edit[] {
  const {
    rendered: { markdown },
    masked,
  } = body;
  if (!markdown.includes('((') || !markdown.includes('id:: ')) return [];
  const texts = new Map<string, string>();
  for (const { 1: marker = '', 2: text = '', 3: id = '', index } of masked().matchAll(namedBlock)) {
    const start = index + marker.length;
    texts.set(id, markdown.slice(start, start + text.length));
  }
  let left = maxInserted;
  const inText = [...masked().matchAll(reference)].flatMap(({ 0: whole, 2: id = '', index }) => {
    const text = texts.get(id);
    left -= text?.length ?? 0;
    return text === undefined || left < 0 ? [] : [{ start: index, end: index + whole.length, text }];
  });
  const write = ([, id = '']: RegExpExecArray) => (texts.has(id) ? `/${encodePath(path)}` : null);
  return [...inText, ...fixAddresses(body, [']((('], blockAddress, write)];
}

/** Characters of all texts of blocks that are written again. */
const maxInserted = 100_000;

const namedBlock =
  /^([ \t]*(?:- )?(?:#{1,6} )?)(\S[^\n]*)(?:\n[ \t]+[a-z][\w./-]{0,49}::[^\n]*){0,20}?\n[ \t]+id:: ([\da-f-]{36})[ \t]*$/gm;

const blockAddress = /(?<=\]\()\(\(([\da-f-]{36})\)\)(?=\))/g;

export const reference = /(\(\(([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\)\))/g;
