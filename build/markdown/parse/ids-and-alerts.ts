import GithubSlugger from 'github-slugger';
import type { Token } from 'marked';
import type { Alert, Blockquote, BodyToken, Heading } from './tokens.ts';
import { bodyTokens, inlineText, walkTokens } from './walk-tokens.ts';

/** Gives headings their ids, as GitHub makes them, and marks quotes that are alerts. */
export function nameBlocks(tokens: readonly BodyToken[], markdown: string): void {
  const slugger = new GithubSlugger();
  const written = takeIds(markdown.includes('{') ? tokens : []);
  for (const id of written.values()) slugger.occurrences[id] = 0;
  visit(tokens);

  /** '' for punctuation and images alone: nothing would be left for an id. */
  function toId(text: string): string {
    return /[a-z\d]/i.test(text) || /[\p{L}\p{N}]/u.test(text) ? slugger.slug(text) : '';
  }

  function visit(blocks: readonly Token[]): void {
    for (const token of bodyTokens(blocks)) {
      if (token.type === 'heading') token.id = written.get(token) ?? toId(inlineText(token.tokens, false));
      else if (token.type === 'list') for (const item of token.items) visit(item.tokens);
      else if (token.type === 'blockquote') {
        markAlert(token);
        visit(token.tokens);
      } else if (token.type === 'footnote' || (token.type === 'element' && token.block === true)) visit(token.tokens);
    }
  }
}

/** The ids that authors gave to headings; one that stands twice gets a number. */
function takeIds(tokens: readonly BodyToken[]): Map<BodyToken, string> {
  const ids = new Map<BodyToken, string>();
  const numbers = new Map<string, number>();
  walkTokens(tokens, (token) => {
    if (token.type !== 'heading') return;
    const id = token.ownId ?? takeId(token);
    if (id === null) return;
    let unique = id;
    for (let number = numbers.get(id) ?? 0; numbers.has(unique); ) {
      unique = `${id}-${++number}`;
      numbers.set(id, number);
    }
    numbers.set(unique, 0);
    ids.set(token, unique);
  });
  return ids;
}

/** The id that an author gave a heading, as in `## Text {#id}`, which is taken out of its text; else null. */
function takeId(heading: Heading): string | null {
  if (!heading.text.endsWith('}')) return null;
  const last = bodyTokens(heading.tokens).at(-1);
  if (last?.type !== 'text') return null;
  const start = last.text.lastIndexOf('{#');
  const id = start === -1 ? undefined : writtenId.exec(last.text.slice(start))?.[1];
  if (id === undefined) return null;
  const text = last.text.slice(0, start).trimEnd();
  heading.tokens = [...heading.tokens.slice(0, -1), { ...last, raw: text, text }];
  return id;
}

const writtenId = /^\{#([\p{L}\p{N}_.-]+)\}$/u;

/** A quote whose first line is `[!NOTE]`; the words of the line are taken out of its first paragraph. */
function markAlert(quote: Blockquote): void {
  if (quote.alert !== undefined || !quote.text.startsWith('[!')) return;
  const kind = alertLine.exec(quote.text)?.[1]?.toLowerCase();
  const [paragraph, ...others] = bodyTokens(quote.tokens);
  if (kind === undefined || paragraph?.type !== 'paragraph') return;
  const [first, ...rest] = bodyTokens(paragraph.tokens);
  const marker = first?.type === 'text' ? alertLine.exec(first.text)?.[0] : undefined;
  if (marker === undefined || first?.type !== 'text') return;
  quote.alert = kind as Alert;
  const [next, ...others2] = rest;
  const text = first.text.slice(marker.length);
  const inline = text === '' ? (next?.type === 'br' ? others2 : rest) : [{ ...first, raw: text, text }, ...rest];
  if (inline.length === 0) quote.contentLine = paragraph.raw.split('\n').length - 1;
  quote.tokens = inline.length === 0 ? others : [{ ...paragraph, tokens: inline }, ...others];
}

const alertLine = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;
