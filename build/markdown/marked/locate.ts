import type { Token, Tokens } from 'marked';
import type { Position } from '../../problems/problem.ts';
import { trimEndOf } from '../linear-text.ts';
import {
  type AlignedLines,
  alignLines,
  alignText,
  type Place,
  placePart,
  type SourceLines,
  splitLines,
} from './aligned-text.ts';
import { type BodyToken, bodyTokens } from './tokens.ts';

/**
 * Where every token of a Markdown source stands; marked itself does not say. A token that is not found for certain is missing.
 * Places hold the token's `raw` without the line ends that follow it.
 */
export function locate(markdown: string, tokens: readonly Token[]): Places {
  const places = new Map<BodyToken, Place>();
  const source = splitLines(markdown);
  placeBlocks(tokens, 0, { source, places });
  return places;
}

/** Line and column of what stands at an index in the `raw` of a token; of the beginning, where that is not known for certain. */
export type PositionOf = (token: BodyToken, index: number) => Position;

/** Of tokens, in the source. */
export type Places = ReadonlyMap<BodyToken, Place>;

interface Context {
  source: SourceLines;
  places: Map<BodyToken, Place>;
}

/** Blocks follow one another line by line. */
function placeBlocks(tokens: readonly Token[], first: number, context: Context): void {
  let line = first;
  for (const token of bodyTokens(tokens)) {
    const raw = trimEndOf(withoutCheckbox(token), '\n');
    if (token.type === 'checkbox' || raw.trim() === '') continue;
    const found = findLines(raw, line, context.source);
    if (found === null) continue;
    context.places.set(token, found.place);
    placeInside(token, found.place, found.line, context);
    line = found.next;
  }
}

/** Normally the next line that is not blank. */
function findLines(raw: string, from: number, source: SourceLines): (AlignedLines & { line: number }) | null {
  for (let line = from; line < source.lines.length; line++) {
    const found = alignLines(source, line, raw);
    if (found !== null) return { ...found, line };
  }
  return null;
}

function placeInside(token: BodyToken, place: Place, line: number, context: Context): void {
  switch (token.type) {
    case 'blockquote':
    case 'footnote':
      placeBlocks(token.tokens, line, context);
      break;
    case 'list':
      placeItems(token, line, context);
      break;
    case 'table':
      placeCells(token, line, context);
      break;
    case 'heading':
      placeInlines(token.tokens, place, place.text.indexOf(token.text, /^\s*#*/.exec(place.text)?.[0].length), context);
      break;
    case 'paragraph':
    case 'text':
      placeText(token, place, context);
      break;
    default:
  }
}

function placeItems(list: Tokens.List, first: number, context: Context): void {
  let line = first;
  for (const item of list.items) {
    placeBlocks(item.tokens, line, context);
    const raw = item.raw.replace(/\n$/, '');
    line = alignLines(context.source, line, raw)?.next ?? line + raw.split('\n').length;
  }
}

/** Paragraphs: marked takes indentation away inside of them. */
function placeText(token: Tokens.Paragraph | Tokens.Text, outer: Place, context: Context): void {
  const checkbox = checkboxOf(token);
  const place = alignText(outer, token.text.slice(checkbox?.raw.length ?? 0));
  if (place !== null) placeInlines((token.tokens ?? []).slice(checkbox ? 1 : 0), place, 0, context);
}

/** Cells are searched for in the line of their row: white space and escaped bars differ from what marked keeps. */
function placeCells(table: Tokens.Table, first: number, context: Context): void {
  for (const [index, row] of [table.header, ...table.rows].entries()) {
    const line = first + (index === 0 ? 0 : index + 1);
    const text = context.source.lines[line] ?? '';
    const place = { text, ends: [(context.source.starts[line] ?? 0) + text.length] };
    let from = 0;
    for (const cell of row) from = placeInlines(cell.tokens, place, from, context);
  }
}

/** Inline tokens follow one another without gaps, except where marked removed escapes. Returns where the last one ends. */
function placeInlines(tokens: readonly Token[], place: Place, from: number, context: Context): number {
  let index = Math.max(from, 0);
  for (const token of bodyTokens(tokens)) {
    const found = place.text.indexOf(token.raw, index);
    if (found === -1) continue;
    const own = placePart(place, found, token.raw.length);
    context.places.set(token, own);
    if ('tokens' in token && token.tokens) placeInlines(token.tokens, own, innerStart(token), context);
    index = found + token.raw.length;
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
