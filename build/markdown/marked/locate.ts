import type { Token, Tokens } from 'marked';
import { lazy } from '../../package/lazy.ts';
import type { Position } from '../../problems/problem.ts';
import { trimEndOf } from '../linear-text.ts';
import {
  type AlignedLines,
  alignLines,
  alignText,
  type SourceLines,
  type Span,
  spanPart,
  splitLines,
} from './aligned-text.ts';
import { type BodyToken, bodyTokens, walkTokens } from './tokens.ts';

/**
 * Where the tokens of a Markdown source stand; marked itself does not say. A token that is not found for certain is missing.
 * Spans hold the token's `raw` without the line ends that follow it, and with the escapes of bars in a cell. What a block of the source
 * itself holds is located when one of its tokens is asked for.
 */
export function locate(markdown: string, tokens: readonly Token[]): Spans {
  const context: Context = { source: splitLines(markdown), spans: new Map() };
  const closed = new Map<BodyToken, () => void>();
  locateBlocks(tokens, 0, context, (block, span, line) => {
    closed.set(block, () => locateInside(block, span, line, context));
  });
  const blockOf = lazy(() => {
    const found = new Map<BodyToken, BodyToken>();
    for (const block of closed.keys()) walkTokens([block], (inner) => found.set(inner, block));
    return found;
  });
  return {
    get(token) {
      const known = context.spans.get(token);
      if (known !== undefined) return known;
      const block = blockOf().get(token);
      if (block === undefined) return undefined;
      closed.get(block)?.();
      closed.delete(block);
      return context.spans.get(token);
    },
  };
}

/** Line and column of what stands at an index in the `raw` of a token; of the beginning, where that is not known for certain. */
export type PositionOf = (token: BodyToken, index: number) => Position;

/** Of tokens, in the source. */
export type Spans = Pick<ReadonlyMap<BodyToken, Span>, 'get'>;

interface Context {
  source: SourceLines;
  spans: Map<BodyToken, Span>;
}

/** Blocks follow one another line by line. */
function locateBlocks(
  tokens: readonly Token[],
  first: number,
  context: Context,
  inside: (token: BodyToken, span: Span, line: number) => void = (...block) => locateInside(...block, context),
): void {
  let line = first;
  for (const token of bodyTokens(tokens)) {
    const raw = trimEndOf(withoutCheckbox(token), '\n');
    if (token.type === 'checkbox' || raw.trim() === '') continue;
    const found = findLines(raw, line, context.source);
    if (found === null) continue;
    context.spans.set(token, found.span);
    inside(token, found.span, found.line);
    line = found.next;
  }
}

/** Normally the next line with text. */
function findLines(raw: string, from: number, source: SourceLines): (AlignedLines & { line: number }) | null {
  const isBlank = /^\s*?(?:\n|$)/.test(raw);
  for (let line = from; line < source.lines.length; line++) {
    if (source.lines[line] === '' && !isBlank) continue;
    const found = alignLines(source, line, raw);
    if (found !== null) return { ...found, line };
  }
  return null;
}

function locateInside(token: BodyToken, span: Span, line: number, context: Context): void {
  switch (token.type) {
    case 'blockquote':
    case 'footnote':
      locateBlocks(token.tokens, line, context);
      break;
    case 'list':
      locateItems(token, line, context);
      break;
    case 'table':
      locateCells(token, line, context);
      break;
    case 'heading':
      locateInlines(token.tokens, span, span.text.indexOf(token.text, /^\s*#*/.exec(span.text)?.[0].length), context);
      break;
    case 'paragraph':
    case 'text':
      locateText(token, span, context);
      break;
    default:
  }
}

function locateItems(list: Tokens.List, first: number, context: Context): void {
  let line = first;
  for (const item of list.items) {
    locateBlocks(item.tokens, line, context);
    const raw = item.raw.replace(/\n$/, '');
    line = alignLines(context.source, line, raw)?.next ?? line + raw.split('\n').length;
  }
}

/** Paragraphs: marked takes indentation away inside of them. */
function locateText(token: Tokens.Paragraph | Tokens.Text, outer: Span, context: Context): void {
  const checkbox = checkboxOf(token);
  const span = alignText(outer, token.text.slice(checkbox?.raw.length ?? 0));
  if (span !== null) locateInlines((token.tokens ?? []).slice(checkbox ? 1 : 0), span, 0, context);
}

/** Cells are searched for in the line of their row: white space differs from what marked keeps. */
function locateCells(table: Tokens.Table, first: number, context: Context): void {
  for (const [index, row] of [table.header, ...table.rows].entries()) {
    const line = first + (index === 0 ? 0 : index + 1);
    const text = context.source.lines[line] ?? '';
    const span = { text, ends: [(context.source.starts[line] ?? 0) + text.length] };
    let from = 0;
    for (const cell of row) from = locateInlines(cell.tokens, span, from, context);
  }
}

/**
 * Inline tokens follow one another without gaps, except where marked removed escapes: those of bars in a cell, which spans have. Returns
 * where the last one ends.
 */
function locateInlines(tokens: readonly Token[], span: Span, from: number, context: Context): number {
  let index = Math.max(from, 0);
  for (const token of bodyTokens(tokens)) {
    let raw = token.raw;
    let found = span.text.indexOf(raw, index);
    if (found === -1 && raw.includes('|')) {
      raw = raw.replaceAll('|', '\\|');
      found = span.text.indexOf(raw, index);
    }
    if (found === -1) continue;
    const own = spanPart(span, found, raw.length);
    context.spans.set(token, own);
    if ('tokens' in token && token.tokens) locateInlines(token.tokens, own, innerStart(token), context);
    index = found + raw.length;
  }
  return index;
}

function innerStart(token: BodyToken): number {
  if (token.type === 'image') return 2;
  if (token.type === 'link') return 1;
  return 'text' in token ? Math.floor((token.raw.length - token.text.length) / 2) : 0;
}

/** In a loose list marked puts the box of a task into the paragraph, in a spelling of its own. */
function checkboxOf(token: BodyToken): Tokens.Checkbox | undefined {
  if (token.type !== 'paragraph' && token.type !== 'text') return undefined;
  const [first] = bodyTokens(token.tokens ?? []);
  return first?.type === 'checkbox' ? first : undefined;
}

function withoutCheckbox(token: BodyToken): string {
  return token.raw.slice(checkboxOf(token)?.raw.length ?? 0);
}
