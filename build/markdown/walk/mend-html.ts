import type { Token } from 'marked';
import { applyEdits, type Edit } from '../edits.ts';
import { knownElements, unseenElements } from '../html/elements.ts';
import { escapeText } from '../html/escape-html.ts';
import { hidingOf } from '../html/hiding.ts';
import { fateOf } from '../html/sanitize.ts';
import { hasTag } from '../html/tags.ts';
import { anchorOf, changeUnclosed, frameLink, mayStay, untilEndTag, type WrittenTag } from '../html/unclosed-tag.ts';
import type { BodyToken, Html } from '../parse/tokens.ts';
import { bodyTokens, walkTokens } from '../parse/walk-tokens.ts';
import { type BodyTag, collectTags, pairTags } from './tags-of-body.ts';

/**
 * Changes tags that would take what follows with them: names of no element become text, an element that nothing ends
 * loses its tag, a frame becomes a link, and a link that a script would fill gets its address as its text. What is lost
 * is noted in the tokens.
 */
export function mendHtml(markdown: string, tokens: readonly BodyToken[]): void {
  if (!hasTag(markdown, /[a-z/]/i)) return;
  const tags = collectTags(tokens);
  if (tags.length === 0) return;
  const { unclosed, stray, removed } = pairTags(tags);
  const edits = new Map<Html, Edit[]>();
  const change = ({ token, start, end }: BodyTag, text: string): void => {
    const known = edits.get(token);
    if (known === undefined) edits.set(token, [{ start, end, text }]);
    else known.push({ start, end, text });
  };
  takeOut(tokens, removed);
  const isScripted = removed.some(([{ name }]) => name === 'script');
  for (const [start, end] of isScripted ? [...removed, ...findBareLinks(tags)] : removed) {
    const framed = frameLink(toWritten(start));
    if (framed === null) continue;
    if (start.token === end.token) {
      if (start.name === 'a' && start.token.text.slice(start.end, end.start).trim() !== '') continue;
      change({ ...start, end: end.end }, framed);
    } else if (clearBetween(tokens, start.token, end.token, start.name === 'a')) {
      change(start, framed);
      change(end, '');
    }
  }
  for (const tag of tags) {
    const anchor = tag.empty && fateOf(tag.name) === 'unwrapped' ? anchorOf(toWritten(tag)) : null;
    if (anchor !== null) change(tag, anchor);
  }
  let swallowed: Html | null = null;
  for (const tag of unclosed) {
    if (tag.token === swallowed || mayStay(toWritten(tag))) continue;
    const found = changeUnclosed(toWritten(tag), tag.isGlued);
    if (found === null) continue;
    change(tag, found.isText ? escapeText(found.text) : found.text);
    if (found.lost !== null) {
      tag.token.lost ??= [];
      tag.token.lost.push(found.lost);
    }
    if (tag.leaf === 0 && untilEndTag.has(tag.name)) swallowed = tag.token;
  }
  for (const tag of stray)
    if (tag.token !== swallowed && !knownElements.has(tag.name))
      change(tag, escapeText(tag.token.text.slice(tag.start, tag.end)));
  for (const [token, own] of edits) {
    const text = applyEdits(token.text, own).text;
    if (!token.block && text === escapeText(token.raw)) {
      Object.assign(token, { type: 'text', text: token.raw, escaped: false });
      continue;
    }
    token.text = token.block && link.test(text) ? `<p>${text.trim()}</p>\n` : text;
  }
}

/** Takes what elements hold that are removed out of the text around them, so that nothing is made of it. */
export function takeOut(tokens: readonly BodyToken[], removed: readonly (readonly [BodyTag, BodyTag])[]): void {
  const pairs = removed.filter(([{ token, name }]) => !token.block || !foreign.has(name));
  visitBetween(tokens, pairs, (siblings, from, end) => siblings.splice(from, end - from));
}

/** Marks what stands in elements that show no text, where their HTML stays: no title, id or excerpt has it. */
export function markUnseen(tokens: readonly BodyToken[]): void {
  const tags = collectTags(tokens);
  const pairs = Array.from(pairTags(tags).partners, ([start, end]) => [tags[start], tags[end]] as const);
  const unseen = pairs.flatMap(([start, end]): [BodyTag, BodyTag][] => {
    const isUnseen =
      start !== undefined && (unseenElements.has(start.name) || hidingOf(start.token.text, start) !== null);
    return isUnseen && end !== undefined ? [[start, end]] : [];
  });
  visitBetween(tokens, unseen, (siblings, from, end) => {
    for (const token of bodyTokens(siblings).slice(from, end)) token.isUnseen = true;
  });
}

/** Gives the tokens between those of some tags, where they are of one text. */
function visitBetween(
  tokens: readonly BodyToken[],
  pairs: readonly (readonly [BodyTag, BodyTag])[],
  act: (siblings: Token[], from: number, end: number) => unknown,
): void {
  const ends = new Map<BodyToken, BodyToken>();
  for (const [start, end] of pairs) if (start.token !== end.token) ends.set(start.token, end.token);
  if (ends.size === 0) return;
  const visit = (siblings: Token[]): void => {
    for (let at = 0; at < siblings.length; at++) {
      const last = ends.get(bodyTokens(siblings)[at] as BodyToken);
      const end = last === undefined ? -1 : bodyTokens(siblings).indexOf(last, at);
      if (end > at + 1) act(siblings, at + 1, end);
    }
  };
  visit(tokens as Token[]);
  walkTokens(tokens, (token) => {
    if (token.type === 'list') for (const item of token.items) visit(item.tokens);
    else if (token.type === 'table') for (const cell of [token.header, ...token.rows].flat()) visit(cell.tokens);
    else if ('tokens' in token && token.tokens) visit(token.tokens);
  });
}

/** A parser of HTML ends these at a block that Markdown makes. */
const foreign: ReadonlySet<string> = new Set(['math', 'svg']);

/** A link and nothing else: in place of a block, it is a paragraph. */
const link = /^\s*<a [^<>]*>[^<>]*<\/a>\s*$/;

function toWritten(tag: BodyTag): WrittenTag {
  const { name, closing, empty, start, end, token, leaf } = tag;
  return { name, closing, empty, start, end, text: token.text, isAlone: leaf === 0 };
}

/** Links without elements in them: a script fills those without text. */
function findBareLinks(tags: readonly BodyTag[]): [BodyTag, BodyTag][] {
  return tags.flatMap((tag, i) => {
    const next = tags[i + 1];
    return tag.name === 'a' && !tag.closing && next?.name === 'a' && next.closing ? [[tag, next]] : [];
  });
}

/**
 * Takes what stands between two tokens away; false where they are not of one text, or `ifBlank`, and there is more than
 * white space.
 */
function clearBetween(tokens: readonly BodyToken[], start: Html, end: Html, ifBlank: boolean): boolean {
  let isDone = false;
  const visit = (siblings: BodyToken[]): void => {
    const from = siblings.indexOf(start);
    const to = siblings.indexOf(end);
    if (from === -1 || to < from || isDone) return;
    const between = siblings.slice(from + 1, to);
    if (ifBlank && between.some(({ raw }) => raw.trim() !== '')) return;
    for (const token of between) if (token.type === 'html' || token.type === 'text') token.text = '';
    isDone = true;
  };
  visit([...tokens]);
  walkTokens(tokens, (token) => {
    if ('tokens' in token && token.tokens && !isDone) visit(bodyTokens(token.tokens));
    else if (token.type === 'table' && !isDone)
      for (const cell of [token.header, ...token.rows].flat()) visit(bodyTokens(cell.tokens));
    return !isDone;
  });
  return isDone;
}
