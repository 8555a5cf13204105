import type { Token, Tokens } from 'marked';
import { lazy } from '../../package/lazy.ts';
import { trimEndOf } from '../linear-text.ts';
import type { BodyToken } from '../parse/tokens.ts';
import { bodyTokens, walkTokens } from '../parse/walk-tokens.ts';
import type { Span, Spans } from './span.ts';

/**
 * Where the tokens of a text stand. Blocks follow one another without gaps, and so do inline tokens; a container has as
 * many lines inside as outside, which end where the lines of the text do. What a block holds is placed when one of its
 * tokens is asked for.
 */
export function locate(source: string, tokens: readonly Token[]): Spans {
  const context: Context = { source, starts: lazy(() => startsOf(source)), places: new Map(), opened: new Set() };
  /** The first lines of the blocks that are in no other. */
  const lines = lazy(() => {
    const found = new Map<BodyToken, number>();
    eachBlock(tokens, 0, (block, _, line) => found.set(block, line));
    return found;
  });
  const blockOf = lazy(() => {
    const found = new Map<BodyToken, BodyToken>();
    for (const block of lines().keys())
      walkTokens([block], function add(inner) {
        found.set(inner, block);
        if (inner.type === 'image') walkTokens(inner.tokens, add);
      });
    return found;
  });
  return {
    get(token) {
      const known = context.places.get(token);
      if (known !== undefined) return known;
      const block = lines().has(token) ? token : blockOf().get(token);
      const line = block && lines().get(block);
      if (block === undefined || line === undefined) return undefined;
      if (block === token) placeBlock(block, withoutCheckbox(block), line, context);
      else if (!context.opened.has(block)) {
        context.opened.add(block);
        placeInside(block, line + emptyLines(withoutCheckbox(block)), context);
      }
      return context.places.get(token);
    },
  };
}

interface Context {
  source: string;
  /** Where the lines of the source begin, and one more for behind the last. */
  starts: () => readonly number[];
  places: Map<BodyToken, Span>;
  /** The blocks whose inner tokens are placed. */
  opened: Set<BodyToken>;
}

function lineEndsOf(text: string): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at);
  ends.push(text.length);
  return ends;
}

function startsOf(source: string): number[] {
  return [0, ...lineEndsOf(source).map((end) => end + 1)];
}

function eachBlock(
  tokens: readonly Token[],
  first: number,
  visit: (token: BodyToken, raw: string, line: number) => void,
): void {
  let line = first;
  for (const token of bodyTokens(tokens)) {
    if (token.type === 'checkbox') continue;
    const raw = withoutCheckbox(token);
    visit(token, raw, line);
    line += countLines(raw);
  }
}

function placeBlocks(tokens: readonly Token[], first: number, context: Context): void {
  eachBlock(tokens, first, (token, raw, line) => {
    placeBlock(token, raw, line, context);
    placeInside(token, line + emptyLines(raw), context);
  });
}

function placeBlock(token: BodyToken, raw: string, line: number, context: Context): void {
  const place = placeLines(trimEndOf(raw, '\n'), line, context);
  if (place !== null) context.places.set(token, place);
}

/** How many come before a text. */
function emptyLines(raw: string): number {
  return /^\n*/.exec(raw)?.[0].length ?? 0;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/**
 * The place of a text whose lines end where lines of the source end, from line `first` on: marked expands leading tabs,
 * takes markers away in front, and may trim at the end. Null where the lines are not there.
 */
function placeLines(text: string, first: number, { source, starts }: Context): Span | null {
  const ends: number[] = [];
  for (const line of text.split('\n')) {
    const start = starts()[first + ends.length];
    const next = starts()[first + ends.length + 1];
    if (start === undefined || next === undefined) return null;
    const written = source.slice(start, next - 1);
    const bare = line.replace(/^[ \t]+/, '');
    if (written.endsWith(bare)) {
      ends.push(next - 1);
      continue;
    }
    const found = written.lastIndexOf(bare.trimEnd());
    if (found === -1) return null;
    ends.push(start + found + bare.length);
  }
  return { text, lineEnds: lineEndsOf(text), ends };
}

function placeInside(token: BodyToken, line: number, context: Context): void {
  switch (token.type) {
    case 'blockquote':
    case 'footnote':
      placeBlocks(token.tokens, line + ('contentLine' in token ? (token.contentLine ?? 0) : 0), context);
      break;
    case 'element':
      if (token.isInline !== true && token.block === true)
        placeBlocks(token.tokens, line + (token.contentLine ?? 0), context);
      break;
    case 'list':
      placeItems(token, line, context);
      break;
    case 'table':
      placeCells(token, line, context);
      break;
    case 'heading':
    case 'paragraph':
    case 'text':
      placeText(token, line, context);
      break;
    default:
  }
}

function placeItems(list: Tokens.List, first: number, context: Context): void {
  let line = first;
  for (const item of list.items) {
    placeBlocks(item.tokens, line, context);
    line += countLines(item.raw);
  }
}

function placeText(token: Tokens.Heading | Tokens.Paragraph | Tokens.Text, line: number, context: Context): void {
  const checkbox = token.type === 'heading' ? undefined : checkboxOf(token);
  const [text, raw] = [token.text, token.raw].map((each) => each.slice(checkbox?.raw.length ?? 0)) as [string, string];
  // Marked joins lines of four spaces to a text, with an empty line behind them.
  const place = placeLines(text, line, context) ?? placeLines(trimEndOf(raw, '\n'), line, context);
  if (place !== null) placeInlines((token.tokens ?? []).slice(checkbox ? 1 : 0), place, 0, context);
}

/** Cells are searched for in the line of their row: white space differs from what marked keeps. */
function placeCells(table: Tokens.Table, first: number, context: Context): void {
  for (const [index, row] of [table.header, ...table.rows].entries()) {
    const line = first + (index === 0 ? 0 : index + 1);
    const [start, next] = [context.starts()[line] ?? 0, context.starts()[line + 1] ?? 0];
    const text = context.source.slice(start, next - 1);
    const place = { text, lineEnds: [text.length], ends: [next - 1] };
    let from = 0;
    for (const cell of row) from = placeInlines(cell.tokens, place, from, context);
  }
}

/**
 * Inline tokens follow one another without gaps, except where marked took away the escapes of bars in a cell. Returns
 * where the last one ends.
 */
function placeInlines(tokens: readonly Token[], outer: Span, from: number, context: Context): number {
  let index = Math.max(from, 0);
  for (const token of bodyTokens(tokens)) {
    let { raw } = token;
    let found = outer.text.startsWith(raw, index) ? index : outer.text.indexOf(raw, index);
    if (found === -1 && raw.includes('|')) {
      raw = raw.replaceAll('|', '\\|');
      found = outer.text.indexOf(raw, index);
    }
    if (found === -1) continue;
    const place = { text: raw, outer, start: found };
    context.places.set(token, place);
    if ('tokens' in token && token.tokens) placeInlines(token.tokens, place, innerStart(token), context);
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
