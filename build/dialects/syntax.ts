import type { Lexer, Token } from 'marked';
import type { BodyExtension } from '../markdown/body-dialect.ts';
import { type BodyLexer, toBodyLexer } from '../markdown/parse/body-lexer.ts';
import type { BodyContext } from '../markdown/parse/lexer-setting.ts';
import type { BodyToken, Element, Image, Link, Warning } from '../markdown/parse/tokens.ts';
import { bodyTokens } from '../markdown/parse/walk-tokens.ts';

/** What a rule of marked is called with: the lexer, and the tokens of the same text before it. */
export interface Rule {
  lexer: BodyLexer;
  body: BodyContext;
  before: BodyToken[];
  /** What is left of its text. */
  source: string;
}

/** A token of a rule; undefined where it does not apply. */
type Read = (source: string, rule: Rule) => BodyToken | undefined;

/** Characters of text that take as long as a token of a dialect. */
const workOfRule = 100;

/** A rule for inline text that begins with one of `at`. In the text of a link none applies, but with `inLinks`. */
export function inlineRule(name: string, at: readonly string[], read: Read, inLinks = false): BodyExtension {
  return {
    name,
    level: 'inline',
    at,
    tokenizer(source, tokens) {
      if (!at.some((each) => source.startsWith(each)) || (this.lexer.state.inLink && !inLinks)) return undefined;
      const rule = toRule(this.lexer, source, tokens);
      const token = read(source, rule);
      if (token !== undefined) rule.lexer.count(workOfRule);
      return token as Token | undefined;
    },
  };
}

/**
 * A rule for blocks. `first` is the source of an expression for what begins its first line, which may interrupt a
 * paragraph.
 */
export function blockRule(name: string, first: string, read: Read, interrupts = true): BodyExtension {
  const begins = new RegExp(`^(?:${first})`, 'i');
  const next = new RegExp(`\\n(?=${first})`, 'i');
  return {
    name,
    level: 'block',
    ...(interrupts && {
      start(source) {
        const index = toBodyLexer(this.lexer).findNext(next, source);
        return index === -1 ? undefined : index;
      },
    }),
    tokenizer(source, tokens) {
      if (!begins.test(source)) return undefined;
      const rule = toRule(this.lexer, source, tokens);
      const token = read(source, rule);
      // Marked joins the line to the paragraph that ended before it, and copies that.
      if (token === undefined && interrupts) rule.lexer.count(tokens.at(-1)?.raw.length ?? 0);
      return token as Token | undefined;
    },
  };
}

function toRule(marked: Lexer, source: string, tokens: readonly Token[]): Rule {
  const lexer = toBodyLexer(marked);
  return { lexer, body: lexer.body, source, before: bodyTokens(tokens) };
}

/** The character before a rule of inline text; '' at the start. */
export function characterBefore({ lexer, source }: Rule): string {
  return lexer.characterBefore(source);
}

/** The blocks of a text inside of a container. */
export function lexBlocks(lexer: Lexer, text: string): Token[] {
  const { top } = lexer.state;
  lexer.state.top = true;
  const tokens = lexer.blockTokens(text, []);
  lexer.state.top = top;
  return tokens;
}

/** What a container holds, and nothing around it. */
export function contentOf(lexer: Lexer, raw: string, text: string, warning?: Warning): Element & { warning?: Warning } {
  const tokens = lexBlocks(lexer, text);
  return { type: 'element', name: '', block: true, raw, tokens, contentLine: 1, ...(warning && { warning }) };
}

/** In place of what readers do not see. */
export function nothing(raw: string, block = false): Element {
  return { type: 'element', name: '', raw, tokens: [], block };
}

/** A place to link to. */
export function anchor(raw: string, id: string): Element {
  return { type: 'element', name: 'a', id, raw, tokens: [] };
}

/** An element around some text of Markdown. */
export function inlineElement({ lexer }: Rule, name: string, raw: string, text: string): Element {
  return { type: 'element', name, raw, tokens: lexer.inlineTokens(text) };
}

export function literalText(raw: string, text: string, warning?: Warning): BodyToken {
  return { type: 'text', raw, text, escaped: false, ...(warning && { warning }) };
}

/** A link whose text is Markdown. */
export function toLink(
  { lexer }: Rule,
  raw: string,
  href: string,
  label: string,
  title: string | null | undefined = null,
): Link {
  const { inLink } = lexer.state;
  lexer.state.inLink = true;
  const tokens = lexer.inlineTokens(label);
  lexer.state.inLink = inLink;
  return { type: 'link', raw, href, title: title ?? null, text: label, tokens, label };
}

/** An image whose text is Markdown. */
export function toImage(
  rule: Rule,
  raw: string,
  href: string,
  label: string,
  title: string | null | undefined = null,
): Image {
  const { text, tokens } = toLink(rule, raw, href, label);
  return { type: 'image', raw, href, title: title ?? null, text, tokens, label };
}

/** Escapes what is not meant as Markdown. */
export function escapeInline(text: string): string {
  return text.replace(/[\\[\]*_`<]/g, '\\$&');
}
