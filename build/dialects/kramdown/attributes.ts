import type { BodyToken, Heading } from '../../markdown/parse/tokens.ts';
import { bodyTokens } from '../../markdown/parse/walk-tokens.ts';
import { hiddenByList } from '../hidden-by-list.ts';
import { anchor, blockRule, characterBefore, inlineRule, nothing } from '../syntax.ts';

const braced = '\\{[^{}\\n]{1,500}\\}';

/**
 * A list of attributes alone on its line: a heading above it gets its id; any other id goes to an empty element.
 * Readers see no other attributes.
 */
export const attributeLine = blockRule('attribute-line', ` {0,3}${braced}[ \\t]*(?:\\n|$)`, (source, { before }) => {
  const [raw = '', braces = ''] = lineOfList.exec(source) ?? [];
  const id = readListId(braces);
  if (id === null) return undefined;
  const above = before.at(-1);
  const hidden = above === undefined || above.type === 'space' ? null : hiddenByList(braces);
  if (above !== undefined && hidden !== null) {
    above.hidden = hidden;
    return { ...nothing(raw, true), hidden };
  }
  if (id === '') return nothing(raw, true);
  if (above?.type !== 'heading')
    return { type: 'element', name: 'div', id, block: true, isInline: true, raw, tokens: [] };
  above.ownId = id;
  return nothing(raw, true);
});

const lineOfList = new RegExp(`^ {0,3}(${braced})[ \\t]*(?:\\n|$)`);

/** An item in place of which kramdown puts a table of contents. */
export const contentsItem = blockRule(
  'contents-item',
  ' {0,3}(?:[-*+]|1[.)])[ \\t][^\\n]*\\n[ \\t]*\\{:\\s*toc\\b',
  (source) => {
    const [raw] = /^[^\n]*\n[^\n]*(?:\n|$)/.exec(source) ?? [];
    return raw === undefined ? undefined : nothing(raw, true);
  },
);

/**
 * Behind a link, an image, code or emphasis; with a colon also behind a space, at the end of an item, a cell or other
 * text.
 */
export const attributes = inlineRule('attributes', ['{'], (source, rule) => {
  const [braces] = listStart.exec(source) ?? [];
  if (braces === undefined) return undefined;
  const id = readListId(braces);
  const last = rule.before.at(-1);
  const isBehind = last !== undefined && last.type !== 'text' && last.type !== 'br';
  const isApart = /^$|[ \t]/.test(characterBefore(rule)) && /^\{:[^{}\n]{0,500}[.=#]/.test(braces);
  if (id === null || !(isBehind || isApart)) return undefined;
  const hidden = isBehind ? hiddenByList(braces) : null;
  if (last !== undefined && hidden !== null) {
    last.hidden = hidden;
    return { ...nothing(braces), hidden };
  }
  const [space = ''] = isBehind ? [''] : (/^[ \t]*/.exec(source.slice(braces.length)) ?? []);
  const raw = braces + space;
  if (isApart && id === '' && last?.type === 'text' && raw.length === source.length) last.text = last.text.trimEnd();
  if (last?.type === 'image' && id === '') {
    const [width, height] = [pixelsOfWidth, pixelsOfHeight].map((pixels) => pixels.exec(braces)?.[1]);
    Object.assign(last, width && { width }, height && { height });
  }
  if (last?.type === 'link' && last.raw === '[]()') Object.assign(last, { type: 'element', name: '', tokens: [] });
  return id === '' ? nothing(raw) : anchor(raw, id);
});

const listStart = /^\{[^{}\n`]{1,500}\}/;

const pixelsOfWidth = /[\s:{]width=["']?(\d{1,5})(?:px)?(?=["'\s}])/;

const pixelsOfHeight = /[\s:{]height=["']?(\d{1,5})(?:px)?(?=["'\s}])/;

/** Takes lists of attributes out of headings, whose ids they have, and out of the last rows of tables. */
export function takeAttributes(token: BodyToken): void {
  if (token.type === 'heading') takeFromHeading(token);
  if (token.type !== 'table') return;
  for (let row = token.rows.at(-1); row !== undefined; row = token.rows.at(-1)) {
    const [first, ...others] = row;
    const id =
      first !== undefined && lineOfList.test(first.text) && others.every(({ text }) => text === '')
        ? readListId(first.text)
        : null;
    if (id === null) return;
    token.rows.pop();
  }
}

function takeFromHeading(heading: Heading): void {
  const tokens = bodyTokens(heading.tokens);
  const last = tokens.at(-1);
  if (last?.type === 'element' && last.tokens.length === 0 && last.hidden === undefined) {
    if (last.name === 'a' && last.id !== undefined) heading.ownId = last.id;
    heading.tokens = withoutEnd(heading.tokens.slice(0, -1));
    return;
  }
  if (last?.type !== 'text') return;
  const [whole, braces = ''] = listAtEnd.exec(last.text) ?? [];
  const id = whole === undefined ? null : readListId(braces);
  if (id === null || whole === undefined || ownSyntax.test(braces)) return;
  if (id !== '') heading.ownId = id;
  const hidden = hiddenByList(braces);
  if (hidden !== null) Object.assign(heading, { hidden });
  heading.tokens = withoutEnd([...heading.tokens.slice(0, -1), { ...last, text: last.text.slice(0, -whole.length) }]);
}

/** Without the whitespace at its end. */
function withoutEnd(tokens: Heading['tokens']): Heading['tokens'] {
  const last = tokens.at(-1);
  return last?.type === 'text' && 'text' in last
    ? [...tokens.slice(0, -1), { ...last, text: last.text.trimEnd() }]
    : tokens;
}

const listAtEnd = new RegExp(`(${braced})$`);

/** As the reader of headings has it. */
const ownSyntax = /^\{#[\p{L}\p{N}_.-]+\}$/u;

/** What kramdown calls extensions, whose delimiters readers do not see. */
export const extensionLine = blockRule('extension-line', ' {0,3}\\{:(?:\\/|:)', (source) => {
  const [raw] =
    /^ {0,3}\{:(?:\/|:)(?:comment|nomarkdown|options)?(?![a-z])[^{}\n]{0,500}\}[ \t]*(?:\n|$)/.exec(source) ?? [];
  return raw === undefined ? undefined : nothing(raw, true);
});

export const extensionMark = inlineRule('extension-mark', ['{:'], (source) => {
  const [raw] = /^\{:(?:\/|:)(?:comment|nomarkdown|options)?(?![a-z])[^{}\n]{0,500}\}/.exec(source) ?? [];
  return raw === undefined ? undefined : nothing(raw);
});

/**
 * The id in a list of attributes, `{#id .class key=value}`; '' for a list without one, null for braces that hold
 * something else. With a colon, as kramdown writes it, names may stand there too.
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
