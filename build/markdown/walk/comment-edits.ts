import type { Token, Tokens } from 'marked';
import { lazy } from '../../package/lazy.ts';
import { cutText, type Edit } from '../edits.ts';
import { findComments } from '../html/tags.ts';
import { lineBefore, trimEndOf } from '../linear-text.ts';
import type { BodyToken, Html } from '../parse/tokens.ts';
import { bodyTokens, isTitle } from '../parse/walk-tokens.ts';
import type { Range } from '../rendered-body.ts';
import { offsetAt, type Spans } from './span.ts';

/** Comments of HTML, and definitions of links that are written as comments. */
export interface FoundComments {
  /** Where those of HTML stand in the text. */
  ranges: Range[];
  /** Of these, those that their block of HTML ends. */
  open: { range: Range; isAlone: boolean }[];
  /** What takes them out of the Markdown: where that would join what they separate, an empty comment stays. */
  edits: Edit[];
}

/** What a block stands in: nothing, quotes alone, or what an empty line would change. */
type Outer = 'nothing' | 'quote' | 'other';

/** Finds what a body says to nobody. Space before a comment at the end of a line goes with it, in its tokens too. */
export function findBodyComments(text: string, blocks: readonly BodyToken[], places: Spans): FoundComments {
  const found: FoundComments = { ranges: [], open: [], edits: [] };
  const used = new Set<string>();
  const toOffsets = (token: BodyToken, [start, end]: Range): Range | null => {
    const place = places.get(token);
    return place === undefined ? null : [offsetAt(place, start), offsetAt(place, end)];
  };
  const visitHtml = (token: Html, siblings: Siblings, index: number, outer: Outer): void => {
    const comments = findComments(token.raw);
    const isAll = cutText(token.raw, comments).trim() === '';
    for (const [start, end] of isAll && token.block ? joined(comments) : comments) {
      const range = toOffsets(token, [start, end]);
      if (range === null) continue;
      found.ranges.push(range);
      if (/^<!--(?!-?>$)(?!.*--!?>$)/s.test(token.raw.slice(start, end)) && end === token.raw.length)
        found.open.push({ range, isAlone: isAll });
      if (!token.block) found.edits.push(inlineEdit(text, range, siblings, index));
      else if (isAll) found.edits.push(blockEdit(text, range, siblings.around(index), outer));
      else {
        // Its line must not become empty, nor begin otherwise.
        const isInside = /\S/.test(lineBefore(token.raw, start, maxAround)) && /\S/.test(token.raw.slice(end));
        found.edits.push({ start: range[0], end: range[1], text: isInside ? '' : empty });
      }
    }
  };
  const definitions: (() => void)[] = [];
  const visit = (tokens: readonly Token[], outer: Outer, isHeading = false): void => {
    const siblings = toSiblings(bodyTokens(tokens), isHeading);
    for (const [index, token] of siblings.all.entries()) {
      if (token.type === 'link' || token.type === 'image') used.add(labelOf(token.raw));
      if (token.type === 'html') visitHtml(token, siblings, index, outer);
      else if (isDefinition(token))
        definitions.push(() => {
          const range = toOffsets(token, [token.raw.search(/\S/), token.raw.trimEnd().length]);
          if (range === null || used.has(token.tag)) return;
          const edit = blockEdit(text, range, siblings.around(index), outer);
          found.edits.push(edit.text === empty ? { ...edit, text: '[//]: #' } : edit);
        });
      else if (token.type === 'list') for (const item of token.items) visit(item.tokens, 'other');
      else if (token.type === 'table')
        for (const cell of [token.header, ...token.rows].flat()) visit(cell.tokens, outer);
      else if ('tokens' in token && token.tokens)
        visit(
          token.tokens,
          token.type === 'blockquote' && outer !== 'other' ? 'quote' : 'other',
          token.type === 'heading',
        );
    }
  };
  visit(blocks, 'nothing');
  for (const takeOut of definitions) takeOut();
  return found;
}

const empty = '<!-- -->';

/** Comments with nothing between them as one. */
function joined(comments: readonly Range[]): readonly Range[] {
  const [first, last] = [comments[0], comments.at(-1)];
  return first === undefined || last === undefined ? [] : [[first[0], last[1]]];
}

/** `[//]: # (…)`, `[comment]: <> (…)` and the like. */
function isDefinition(token: BodyToken): token is Tokens.Def {
  if (token.type !== 'def') return false;
  return token.href === '' || token.href === '#' || /^(?:comment|[^\p{L}\p{N}]+)$/u.test(token.tag);
}

/** The name of the definition that a link refers to. */
function labelOf(raw: string): string {
  const [, label = ''] = /\[([^[\]]+)\](?:\[\])?$/.exec(raw) ?? [];
  return label.toLowerCase().replace(/\s+/g, ' ');
}

/** Of one in a line of text. */
function inlineEdit(text: string, [start, end]: Range, { all, isHeading }: Siblings, index: number): Edit {
  const before = lineBefore(text, start, maxAround);
  const [after = ''] = text.slice(end, end + maxAround).split('\n', 1);
  const [previous, next] = [all[index - 1], all[index + 1]];
  // The id of a heading has the space before a comment. Of a longer line it is not known how it begins.
  const isCalm = !isHeading && before.length < maxAround && calmEnd.test(before) && !unfinished.test(before);
  if (!isCalm) return { start, end, text: empty };
  const isLast = next === undefined || (next.raw.trim() === '' && all.length === index + 2);
  const isAtEnd = isLast ? /^[ \t]*(?:\||$)/.test(after) : next.raw.startsWith('\n');
  if (isAtEnd && previous?.type === 'text') {
    previous.text = trimEndOf(previous.text, ' \t');
    if (next?.type === 'text') next.text = trimEndOf(next.text, ' \t');
    return { start: start - before.length + before.trimEnd().length, end, text: '' };
  }
  const isApart = /[ \t]$/.test(before) || /^[ \t]/.test(after);
  return { start, end, text: isApart && /^[ \t]*[\p{L}\p{N}]/u.test(after) ? '' : empty };
}

/** Characters before and after a comment that say what its place is: a line may hold thousands of comments. */
const maxAround = 1000;

/** Text behind which nothing depends on what follows. */
const calmEnd = /[\p{L}\p{N}.,;!?)"'][*_]{0,3}[ \t]*$/u;

/** A definition or an item that the comment keeps from being one; a tag. */
const unfinished = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:\[[^\n]*\]:|\d{1,9}[.)]$)|<[^<>]*$/;

/** Of a block that is nothing else: an empty line separates what is above and below, unless that could be one list. */
function blockEdit(text: string, [start, end]: Range, { above, below }: Around, outer: Outer): Edit {
  const mayJoin =
    above !== undefined &&
    !(separate.has(above.type) || (above.type === 'code' && above.codeBlockStyle !== 'indented')) &&
    below.some((token) => token !== undefined && (token.type === 'list' || /^[ \t]/.test(token.raw)));
  if (outer === 'other' || mayJoin) return { start, end, text: empty };
  if (outer === 'quote') return { start, end, text: '' };
  // Its line goes as well if one above it is empty.
  const before = text.slice(Math.max(0, start - maxAround), start);
  const isBelowEmpty = /(?:^|\n)[ \t]*\n[ \t]*$|^[ \t]*$/.test(before);
  const [lines = ''] = isBelowEmpty ? (/^[ \t]*(?:\n[ \t]*)*(?:\n|$)/.exec(text.slice(end)) ?? []) : [];
  return { start: start - (before.length - trimEndOf(before, ' \t').length), end: end + lines.length, text: '' };
}

/** Blocks of one place, and what is around each of them. */
interface Siblings {
  all: readonly BodyToken[];
  /** Whether they are the text of a heading. */
  isHeading: boolean;
  around(index: number): Around;
}

/** The block above that stays, and those below: the next that stays, and the next that stays or is a title. */
interface Around {
  above: BodyToken | undefined;
  below: readonly (BodyToken | undefined)[];
}

function toSiblings(all: readonly BodyToken[], isHeading: boolean): Siblings {
  const findAll = lazy(() => {
    let above: BodyToken | undefined;
    const found = all.map((token): Around => {
      const around = { above, below: [] };
      if (stays(token)) above = token;
      return around;
    });
    let below: Around['below'] = [];
    for (const [i, token] of [...all.entries()].reverse()) {
      found[i] = { above: found[i]?.above, below };
      if (stays(token)) below = [token];
      else if (isTitle(token)) below = [token, below.at(-1)];
    }
    return found;
  });
  return { all, isHeading, around: (index) => findAll()[index] ?? { above: undefined, below: [] } };
}

/** Whether a block is there also without comments and level-one headings. */
function stays(token: BodyToken): boolean {
  if (token.type === 'html')
    return !/<h1/i.test(token.raw) && cutText(token.raw, findComments(token.raw)).trim() !== '';
  return token.type !== 'space' && token.type !== 'def' && !isTitle(token);
}

/** Blocks that no later one goes on with. */
const separate: ReadonlySet<string> = new Set(['paragraph', 'heading', 'hr', 'table', 'html', 'blockquote']);
