import { renderFootnotes } from '../parse/footnotes.ts';
import type { BodyToken, Footnote, Footnotes } from '../parse/tokens.ts';
import { bodyTokens, isComment, walkTokens } from '../parse/walk-tokens.ts';
import { endless } from './elements.ts';
import { renderMarked, renderTokens } from './render-tokens.ts';
import { sanitize } from './sanitize.ts';
import { createTagFinder } from './tags.ts';
import { createIdKeeper, type IdKeeper, ownPrefix } from './unique-ids.ts';

/**
 * Tokens as safe HTML. Sanitising costs several times what rendering does, so only blocks with HTML of authors go
 * through it, together with the blocks up to the one that closes what they open.
 */
export function renderSafe(tokens: readonly BodyToken[]): string {
  let html = '';
  const ids: { keeper: IdKeeper | null } = { keeper: null };
  const clean = (rendered: string, from: readonly BodyToken[]): string => {
    const safe = sanitize(rendered);
    if (!safe.includes(' id="')) return safe;
    ids.keeper ??= createIdKeeper(tokens);
    return ids.keeper.keep(safe, from);
  };
  for (const { blocks, isAuthored } of groupBlocks(tokens)) {
    html += isAuthored ? clean(renderMarked(blocks), blocks) : renderTokens(blocks, false);
  }
  const last = tokens.at(-1);
  if (last?.type === 'footnotes') html += renderNotes(last, clean);
  return ids.keeper?.follow(html) ?? html;
}

/** Blocks that are rendered together. */
interface BlockGroup {
  blocks: BodyToken[];
  /** Whether there is HTML of authors in them, or they stand inside of it. */
  isAuthored: boolean;
}

/** All blocks but footnotes, those with HTML of authors together with all up to the one that closes what they open. */
export function* groupBlocks(tokens: readonly BodyToken[]): Iterable<BlockGroup> {
  const track = trackOpen();
  let group: BlockGroup = { blocks: [], isAuthored: false };
  for (const token of tokens) {
    // Footnotes are rendered at the end.
    if (token.type === 'footnote' || token.type === 'footnotes') continue;
    const authored = hasAuthoredHtml(token);
    if (authored && !group.isAuthored) {
      yield group;
      group = { blocks: [], isAuthored: true };
    }
    group.blocks.push(token);
    if (authored && track(token) === 0) {
      yield group;
      group = { blocks: [], isAuthored: false };
    }
  }
  yield group;
}

/** What one footnote leaves open does not reach into the next. */
function renderNotes(token: Footnotes, clean: (html: string, from: readonly BodyToken[]) => string): string {
  if (!token.notes.some(hasAuthoredHtml)) return renderTokens([token], false);
  const content = ({ tokens }: Footnote) => sanitize(renderMarked(bodyTokens(tokens)));
  return clean(renderFootnotes(token, content, ownPrefix), token.notes);
}

/**
 * Whether a parser could read a block otherwise than it was meant: Markdown alone is safe, except a link inside a link.
 */
export function hasAuthoredHtml(block: BodyToken): boolean {
  // Neither HTML nor an address in angle brackets, the only link that marked lets into another.
  if (!block.raw.includes('<')) return false;
  let found = false;
  walkTokens([block], (token) => {
    if (token.type === 'html') found ||= !isComment(token.text);
    if (token.type === 'link') {
      walkTokens(token.tokens, (inner) => {
        found ||= inner.type === 'link';
      });
    }
  });
  return found;
}

/** Takes one block after the other; returns how many elements the HTML in all of them so far leaves open. */
export function trackOpen(): (block: BodyToken) => number {
  const findTags = createTagFinder();
  const open: string[] = [];
  const counts = new Map<string, number>();
  return (block) => {
    walkTokens([block], (token) => {
      if (token.type !== 'html') return;
      for (const { name, closing, empty } of findTags(token.text)) {
        if (!closing && !empty && !endless.has(name)) {
          open.push(name);
          counts.set(name, (counts.get(name) ?? 0) + 1);
        }
        // Pops each element once. Searching all open elements for each end tag would take the square of their number.
        for (let left = closing ? (counts.get(name) ?? 0) : 0, last = ''; left > 0 && last !== name; ) {
          last = open.pop() ?? name;
          counts.set(last, (counts.get(last) ?? 1) - 1);
        }
      }
    });
    return open.length;
  };
}
