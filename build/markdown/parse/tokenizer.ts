import { type Lexer, Tokenizer, type TokenizerObject, type Tokens } from 'marked';
import { knownElements } from '../html/elements.ts';
import { scanTags } from '../html/tags.ts';
import { changeUnclosed, takesRest, untilEndTag } from '../html/unclosed-tag.ts';
import { mayBeAddress, mayBeginAddress, withoutEndCharacters } from './bare-addresses.ts';
import { type BodyLexer, toBodyLexer } from './body-lexer.ts';
import { endHtml } from './end-html.ts';
import { readLazyQuote } from './lazy-quote.ts';
import { maskStrayBackticks, unmask } from './stray-backticks.ts';
import { countMissing, maybeTable } from './table-cells.ts';
import type { Html } from './tokens.ts';

export interface TokenizerSetting {
  /** What extensions of inline text begin with: text ends before it. */
  stops: readonly string[];
  /** Whether the HTML of authors is made safe, so that a tag without its end must not take what follows with it. */
  mendsHtml: boolean;
  /** Whether HTML ends where its elements do. */
  endsHtml: boolean;
}

/**
 * Runs before marked's own rules: `false` lets marked's rule decide, `undefined` says that the rule does not apply. Its
 * rules for text, tables and underlined headings read every character of a paragraph several times; a short check
 * spares most paragraphs that.
 */
export function createTokenizer({ stops, mendsHtml, endsHtml }: TokenizerSetting): TokenizerObject {
  const extra = stops.map((stop) => stop.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  const special = new RegExp(extra === '' ? specialSource : `${specialSource}|${extra}`);
  const stop = extra === '' ? null : new RegExp(extra);
  return {
    ...ownRules,
    html(source) {
      const { state } = this.lexer;
      // Kind 7 of CommonMark's blocks of HTML cannot interrupt a paragraph; marked forgets it in items.
      if (state.lastToken?.type === 'text' && !this.rules.other.htmlBeginRegex(4).test(source)) return undefined;
      if (!/^ {0,3}</.test(source)) return undefined;
      const unclosed = mendsHtml ? readUnclosed(source, toBodyLexer(this.lexer)) : false;
      if (unclosed !== false) {
        toBodyLexer(this.lexer).count(workOfTag);
        return unclosed;
      }
      const found = Tokenizer.prototype.html.call(this, source);
      const token = found && endsHtml ? endHtml(source, found) : found;
      toBodyLexer(this.lexer).count(workOfTag * (token?.raw.match(/</g)?.length ?? 0));
      return token;
    },
    inlineText(source) {
      const raw = leadingText(source, special, toBodyLexer(this.lexer));
      if (raw === null) {
        if (stop === null) return false;
        const end = toBodyLexer(this.lexer).findNext(stop, source.slice(1));
        return Tokenizer.prototype.inlineText.call(this, end === -1 ? source : source.slice(0, end + 1));
      }
      // Marked changes some numeric character references.
      if (raw.includes('&#')) return Tokenizer.prototype.inlineText.call(this, raw);
      return { type: 'text', raw, text: raw, escaped: this.lexer.state.inRawBlock } satisfies Tokens.Text;
    },
  };
}

const ownRules: TokenizerObject = {
  // `[^1]: word` would define a link to "word".
  def: (source) => (/^ {0,3}\[\^/.test(source) ? undefined : false),
  // An indented line goes on with the text before it, up to a blank line. In items, marked takes the indented lines behind that, too.
  code(source) {
    const last = this.lexer.state.lastToken?.type;
    if (last !== 'text' || !/^(?: {4}| {0,3}\t)/.test(source)) return false;
    return Tokenizer.prototype.code.call(this, source.slice(0, /\n[ \t]*\n/.exec(source)?.index));
  },
  blockquote(source) {
    return readLazyQuote(source, this.lexer) ?? false;
  },
  list(source) {
    const lexer = toBodyLexer(this.lexer);
    const last = lexer.state.lastToken;
    // Marked asks at every line of an item, and copies the text before it to join them.
    if (last?.type === 'text') lexer.count(last.raw.length / 100);
    if (!/^ {0,3}(?:[-+*]|\d{1,9}[.)])/.test(source)) return undefined;
    const end = lexer.findNext(endOfLazyLines, source);
    const text = end === -1 ? source : source.slice(0, end);
    lexer.count(text.length + workOfLazyLines(text));
    return false;
  },
  table(source) {
    if (!maybeTable(source)) return undefined;
    toBodyLexer(this.lexer).countFilled(countMissing(source));
    return false;
  },
  lheading(source) {
    return maybeUnderlined(source, this.lexer) ? false : undefined;
  },
  link(source) {
    if (!/^!?\[/.test(source)) return undefined;
    // Marked searches the end of an address up to the next white space.
    const lexer = toBodyLexer(this.lexer);
    const space = lexer.findNext(whiteSpace, source);
    lexer.count(space === -1 ? source.length : space);
    const masked = maskStray(source, this.lexer);
    if (masked === null) return false;
    const token = Tokenizer.prototype.link.call(this, masked);
    return token === undefined ? false : unmask(token);
  },
  reflink(source, links) {
    if (!/^!?\[/.test(source)) return undefined;
    const masked = maskStray(source, this.lexer);
    if (masked === null) return false;
    const token = Tokenizer.prototype.reflink.call(this, masked, links);
    return token === undefined || token.type === 'text' ? false : unmask(token);
  },
  // Marked searches all that follows for the end of each.
  tag(source) {
    if (!source.startsWith('<')) return undefined;
    toBodyLexer(this.lexer).count(workOfTag);
    const [, end = null] = endsOfInstructions.find(([begin]) => source.startsWith(begin)) ?? [];
    return end !== null && toBodyLexer(this.lexer).findNext(end, source) === -1 ? undefined : false;
  },
  codespan(source) {
    if (!source.startsWith('`')) return undefined;
    const { length } = /^`+/.exec(source)?.[0] ?? '';
    return toBodyLexer(this.lexer).findRun(source)(length, length) === null ? undefined : false;
  },
  // An address has an `@` or begins with a scheme. Without this check marked would search all letters that follow.
  url(source) {
    if (!mayBeAddress(source)) return undefined;
    const token = Tokenizer.prototype.url.call(this, withoutEndCharacters(source));
    // As on GitHub, an address of mail ends in a letter: `name@1.2.3` is a version.
    return /^mailto:.*[^a-z]$/i.test(token?.href ?? '') ? undefined : token;
  },
};

function maskStray(source: string, marked: Lexer): string | null {
  const lexer = toBodyLexer(marked);
  // Without a `]` there is no link; with one before the first backtick there is nothing to do.
  const [tick, close] = [lexer.findNext(backtick, source), lexer.findNext(bracket, source)];
  return tick === -1 || tick > close ? null : maskStrayBackticks(source, lexer.findRun(source));
}

/** Characters of text that take as long as a tag, which is paired, made safe and checked. */
const workOfTag = 200;

/** What no item goes on behind, or only if it is indented. */
const endOfLazyLines =
  /\n(?:[ \t]*\n| {0,3}(?:`{3}|~{3}|>|<|#{1,6}(?:[ \t\n]|$)|([-*_])[ \t]*(?:\1[ \t]*){2,}(?:\n|$)))/;

/** Marked copies an item for each line that goes on with it and is not indented. */
function workOfLazyLines(list: string): number {
  let work = 0;
  let start = 0;
  for (const { 1: marker, index } of list.matchAll(itemOrLazyLine)) {
    if (marker === undefined) work += (index - start) / 50;
    else start = index;
  }
  return work;
}

const itemOrLazyLine = /\n(?:( {0,3}(?:[-+*]|\d{1,9}[.)])[ \t])|(?![ \t]))/g;

const endsOfInstructions = [
  ['<?', /\?>/],
  ['<!--', /-->/],
  ['<![CDATA[', /\]\]>/],
  ['<!', />/],
] as const;

const whiteSpace = /\s/;

const backtick = /`/;

const bracket = /\]/;

/**
 * A block of HTML that begins with a tag which has no end tag behind it: a name of no element is text, and of an
 * element that would take all that follows only the tag is read, so that the rest is Markdown. `false` for other HTML.
 */
function readUnclosed(source: string, lexer: BodyLexer): Html | undefined | false {
  const [, slash = '', written = ''] = /^ {0,3}<(\/?)([a-z][\w:.-]*)/i.exec(source) ?? [];
  const name = written.toLowerCase();
  if (name === '' || (slash === '' ? lexer.hasEndTag(name, source) : knownElements.has(name))) return false;
  const isUnknown = !knownElements.has(name);
  if (!isUnknown && !untilEndTag.has(name) && !takesRest.has(name)) return false;
  const [tag] = scanTags(source.slice(0, maxTagLength), 1);
  if (tag === undefined || tag.empty) return false;
  if (slash !== '') return lexer.hasStartTag(name) ? false : undefined;
  const change = changeUnclosed({ ...tag, text: source, isAlone: true }, false);
  if (change === null) return false;
  if (change.isText) return undefined;
  const raw = source.slice(0, tag.end);
  return {
    type: 'html',
    block: true,
    pre: false,
    raw,
    text: change.text,
    lost: change.lost === null ? [] : [change.lost],
  };
}

const maxTagLength = 5000;

/**
 * Whether a line of `=` or `-` comes before the end of a paragraph. marked's own rule reads each line several times.
 */
function maybeUnderlined(source: string, lexer: Lexer): boolean {
  const end = toBodyLexer(lexer).findNext(underlineOrEnd, source);
  return end !== -1 && underline.test(source.slice(end, source.indexOf('\n', end + 1) + 1 || source.length));
}

const underlineOrEnd = /\n(?: {0,3}(?:=+|-+)[ \t]*(?:\n|$)|[ \t]*\n| {0,3}(?:`{3}|~{3}|>|#{1,6}(?:[ \t\n]|$)|[*+-] ))/;

const underline = /^\n {0,3}(?:=+|-+)[ \t]*\n?$/;

/** The text up to the next character that may be markup; null where only marked's own rule can decide. */
function leadingText(source: string, special: RegExp, lexer: BodyLexer): string | null {
  // A run of these is one token.
  const from = /^[`~]+/.exec(source)?.[0].length ?? 1;
  const next = lexer.findNext(special, source.slice(from));
  const found = next === -1 ? source.length : next + from;
  const end = source.startsWith(lineBreak, found) ? startOfBreak(source, found) : found;
  undecided.lastIndex = found;
  if (undecided.test(source) || mayBeginAddress(source, end, lexer)) return null;
  return source.slice(0, end);
}

/** The end of a line that goes on in the next one. */
const lineBreak = '  \n';

/**
 * Where the spaces of a line break begin. At the start of a text it is none, since that is all that is left of a
 * paragraph: its end.
 */
function startOfBreak(source: string, index: number): number {
  let start = index;
  while (source[start - 1] === ' ') start--;
  return start === 0 ? source.length : start;
}

/** What may end text earlier in marked's rule, or ends it only in some places. */
const undecided = /[fF][tT][pP]:|www\.|(?:mailto|xmpp):/y;

/** What ends text in marked's rule. */
const specialSource = `[\\\\<![\`*~_]|[hH][tT][tT][pP]|${undecided.source}|${lineBreak}`;
