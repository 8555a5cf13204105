import { Lexer, type Token, type TokenizerExtension } from 'marked';
import { createTagFinder } from '../html/tags.ts';
import { toBodyLexer } from './body-lexer.ts';
import type { BodyToken, Footnote, FootnoteRef, Footnotes } from './tokens.ts';
import { bodyTokens, walkTokens } from './walk-tokens.ts';

/**
 * False only for Markdown without a footnote, which is then read without the extension, as that costs a little at each
 * block.
 */
export function mayHaveFootnotes(markdown: string): boolean {
  if (!markdown.includes('[^')) return false;
  for (let at = markdown.indexOf(']:'); at !== -1; at = markdown.indexOf(']:', at + 1)) {
    let start = at;
    while (at - start <= maxLabelLength && !/^[\]\s]?$/.test(markdown[start - 1] ?? '')) start--;
    if (markdown.slice(start, at - 1).includes('[^')) return true;
  }
  return false;
}

const nextDefinition = /\n {0,3}\[\^[^\]\s]{1,999}\]:/;

/** As in CommonMark. */
const maxLabelLength = 999;

/**
 * Footnotes as GitHub reads them: a definition may follow a paragraph without a blank line, and goes on in lines that
 * are indented by four. A definition in another one is text.
 */
export const footnoteSyntax: TokenizerExtension[] = [
  {
    name: 'footnote',
    level: 'block',
    start(source) {
      // In another footnote it is text.
      const index = inFootnote.has(this.lexer) ? -1 : toBodyLexer(this.lexer).findNext(nextDefinition, source);
      return index === -1 ? undefined : index;
    },
    tokenizer(source) {
      const opening = inFootnote.has(this.lexer) ? null : definitionOpening.exec(source);
      const label = opening?.[1]?.toLowerCase();
      if (opening === null || label === undefined) return undefined;
      const { raw, content } = readDefinition(source, opening[0].length);
      labelsOf(this.lexer).add(label);
      const { top } = this.lexer.state;
      inFootnote.add(this.lexer);
      this.lexer.state.top = true;
      const tokens = this.lexer.blockTokens(content, []);
      this.lexer.state.top = top;
      inFootnote.delete(this.lexer);
      return { type: 'footnote', raw, label, tokens, refs: [] } satisfies Footnote;
    },
  },
  {
    name: 'footnoteRef',
    level: 'inline',
    tokenizer(source) {
      if (!source.startsWith('[^') || this.lexer.state.inLink) return undefined;
      // With an address behind it, it is a link.
      const [raw, written] = /^\[\^([^\]\s]{1,999})\](?!\([^\s()]*\))/.exec(source) ?? [];
      const label = written?.toLowerCase();
      if (raw === undefined || label === undefined || !labelsOf(this.lexer).has(label)) return undefined;
      return { type: 'footnoteRef', raw, label, id: '', isOnlyInH1: false } satisfies FootnoteRef;
    },
  },
];

/**
 * Gives footnotes their numbers, in the order in which the text refers to them, and adds the list of them to the
 * tokens. Those that only a level-one heading refers to come last: without the heading the others keep their numbers.
 */
export function numberFootnotes(tokens: BodyToken[]): void {
  const definitions = new Map<string, Footnote>();
  const notes: Footnote[] = [];
  const refs = collectRefs(tokens, definitions);
  refer(refs.filter((ref) => !ref.isOnlyInH1));
  for (const note of notes) refer(collectRefs(note.tokens, definitions));
  const staying = notes.length;
  refer(refs.filter((ref) => ref.isOnlyInH1));
  for (let at = staying; at < notes.length; at++) {
    const inner = collectRefs(notes[at]?.tokens ?? [], definitions);
    refer(inner.map((ref) => Object.assign(ref, { isOnlyInH1: true })));
  }
  if (notes.length > 0) tokens.push({ type: 'footnotes', raw: '', notes } satisfies Footnotes);

  function refer(found: readonly FootnoteRef[]): void {
    for (const ref of found) {
      const note = definitions.get(ref.label);
      if (note === undefined) continue;
      if (note.number === undefined) note.number = notes.push(note);
      note.refs.push(ref);
      ref.number = note.number;
      // The colon keeps these apart from the ids of headings, which have none.
      ref.id = `fnref:${note.number}${note.refs.length === 1 ? '' : `:${note.refs.length}`}`;
    }
  }
}

/** The number in the text that leads to a footnote, as HTML; `prefix` stands before its id. */
export function renderRef({ number, id }: FootnoteRef, prefix = ''): string {
  return `<sup><a id="${prefix}${id}" href="#fn:${number}" class="footnote-ref" role="doc-noteref">${number}</a></sup>`;
}

/** The list of footnotes as HTML; `content` gives the HTML of one, and `prefix` stands before ids. */
export function renderFootnotes({ notes }: Footnotes, content: (note: Footnote) => string, prefix = ''): string {
  let html = `${sectionStart}<ol>\n`;
  for (const note of notes) {
    const links = note.refs.map((ref) => ` ${renderBackLink(ref)}`).join('');
    const inner = content(note);
    const isText = note.tokens.at(-1)?.type === 'paragraph' && inner.endsWith('</p>\n');
    const whole = isText ? `${inner.slice(0, -'</p>\n'.length)}${links}</p>\n` : `${inner}<p>${links.trim()}</p>\n`;
    html += `${renderItemStart(note, prefix)}\n${whole}</li>\n`;
  }
  return `${html}</ol>\n</section>\n`;
}

export const sectionStart = '<section class="footnotes" role="doc-endnotes">\n';

export function renderItemStart({ number }: Footnote, prefix = ''): string {
  return `<li id="${prefix}fn:${number}">`;
}

/** An arrow back. The second character (U+FE0E) keeps Apple's systems from showing it as an image. */
export function renderBackLink({ id }: FootnoteRef): string {
  return `<a href="#${id}" class="footnote-backref" role="doc-backlink">\u21a9\ufe0e</a>`;
}

const definitionOpening = /^ {0,3}\[\^([^\]\s]{1,999})\]:[ \t]*/;

/** The source of a definition and its content without indentation; `start` is behind `[^label]:`. */
function readDefinition(source: string, start: number): { raw: string; content: string } {
  let end = lineEnd(source, start);
  let content = source.slice(start, end);
  let blankLines = '';
  let before = content;
  for (let at = end; at < source.length; ) {
    const next = lineEnd(source, at);
    const line = source.slice(at, next);
    at = next;
    if (line.trim() === '') {
      blankLines += '\n';
      continue;
    }
    const inner = /^(?: {4}| {0,3}\t)/.exec(line)?.[0].length ?? 0;
    if (inner === 0 && (blankLines !== '' || !goesOn(before, line))) break;
    before = line.slice(inner);
    content += blankLines + before;
    blankLines = '';
    end = next;
  }
  return { raw: source.slice(0, end), content };
}

/** Whether a line that is not indented belongs to the paragraph before it. */
function goesOn(before: string, line: string): boolean {
  if (before.trim() === '' || beginsOther.test(line)) return false;
  if (/^\s*(?:`{3}|~{3}|#{1,6}\s|[|<])/.test(before)) return false;
  return (Lexer.rules.block.gfm.paragraph.exec(`x\n${line}`)?.[0].length ?? 0) > 'x\n'.length;
}

/** Code, a heading, an underline, another definition, or that of a link. */
const beginsOther = /^ {0,3}(?:`{3}|~{3}|#{1,6}\s|[=-]+\s*$|\[\^[^\]\s]+\]:|\[(?!\^)[^[\]\n]{1,200}\]:[ \t]+\S)/;

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

/** In the order of the text, without those in definitions, which are collected in their turn. */
function collectRefs(tokens: readonly Token[], definitions: Map<string, Footnote>): FootnoteRef[] {
  const refs: FootnoteRef[] = [];
  const findTags = createTagFinder();
  let rawH1 = 0;
  const visit = (token: BodyToken): boolean => {
    if (token.type === 'footnote') {
      if (!definitions.has(token.label)) definitions.set(token.label, token);
      return false;
    }
    if (token.type === 'html') {
      for (const { name, closing } of findTags(token.text))
        if (name === 'h1') rawH1 = Math.max(0, rawH1 + (closing ? -1 : 1));
    }
    if (token.type === 'footnoteRef') {
      if (token.note !== undefined) definitions.set(token.label, token.note);
      refs.push(Object.assign(token, { isOnlyInH1: rawH1 > 0 }));
    }
    if (token.type !== 'heading' || token.depth !== 1) return true;
    walkTokens(token.tokens, (inner) => {
      if (inner.type === 'footnoteRef') refs.push(Object.assign(inner, { isOnlyInH1: true }));
    });
    return false;
  };
  walkTokens(bodyTokens(tokens), visit);
  return refs;
}

/** The labels that a text defines: marked reads all blocks before the first inline. */
const labels = new WeakMap<Lexer, Set<string>>();

const inFootnote = new WeakSet<Lexer>();

function labelsOf(lexer: Lexer): Set<string> {
  const known = labels.get(lexer) ?? new Set();
  labels.set(lexer, known);
  return known;
}
