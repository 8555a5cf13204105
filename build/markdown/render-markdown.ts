import { lazy } from '../package/lazy.ts';
import { findManyAttributes } from './limits/find-many-attributes.ts';
import { maxHtml } from './limits/limit-problems.ts';
import { lexMarkdown, renderTokens } from './marked/markdown.ts';
import type { Dollars } from './marked/math.ts';
import { type BodyToken, tokensWithMeaning } from './marked/tokens.ts';
import { renderSafe } from './render-safe.ts';

/** Markdown, its tokens and its HTML. */
export interface Rendered {
  markdown: string;
  tokens: readonly BodyToken[];
  /** How TeX stands between dollars in it. */
  dollars: Dollars;
  /** Made when it is first asked for, which throws a `RenderError` where it cannot be made. */
  readonly html: string;
}

/** Thrown for Markdown on which marked or the HTML parser fails: out of stack, or an error of their own. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** Thrown where short Markdown would become very long HTML. */
export class TooMuchHtml extends RenderError {
  override name = 'TooMuchHtml';
}

/** Thrown where HTML of authors has more attributes than can be read in reasonable time. */
export class TooManyAttributes extends RenderError {
  override name = 'TooManyAttributes';
  /** The beginning of the tag with the first that is too many, as written. */
  readonly tag: string;

  constructor(tag: string) {
    super(`More attributes than can be read in reasonable time, up to those of ${tag}`);
    this.tag = tag;
  }
}

/** Markdown as tokens and as HTML: safe, unless the site trusts the HTML of its authors. Pure. Throws a `RenderError`. */
export function render(markdown: string, trustedHtml: boolean, dollars: Dollars = {}): Rendered {
  const tokens = guard(() => {
    const read = lexMarkdown(markdown, dollars);
    checkAddresses(read, markdown);
    const tag = findManyAttributes(read, markdown);
    if (tag !== null) throw new TooManyAttributes(tag);
    return read;
  });
  const html = lazy(() => guard(() => (trustedHtml ? renderTokens(tokens, true) : renderSafe(tokens))));
  return {
    markdown,
    tokens,
    dollars,
    get html() {
      return html();
    },
  };
}

function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof TooMuchHtml || cause instanceof TooManyAttributes) throw cause;
    throw new RenderError('This Markdown cannot be rendered; nest its quotes and lists less deeply', { cause });
  }
}

/** Renders tokens and HTML; null where that throws a `RenderError`. */
export function tryRender(markdown: string, trustedHtml: boolean, dollars: Dollars = {}): Rendered | null {
  return orNull(() => {
    const rendered = render(markdown, trustedHtml, dollars);
    return typeof rendered.html === 'string' ? rendered : null;
  });
}

/** Reads the tokens alone; null where that throws a `RenderError`. Asking for the HTML may still throw one. */
export function tryRead(markdown: string, trustedHtml: boolean, dollars: Dollars = {}): Rendered | null {
  return orNull(() => render(markdown, trustedHtml, dollars));
}

function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof RenderError) return null;
    throw error;
  }
}

/** Adds up the lengths of all addresses, since an address that is defined once is written at each link to it. */
function checkAddresses(tokens: readonly BodyToken[], markdown: string): void {
  if (!markdown.includes(']:')) return;
  let left = maxHtml(markdown);
  for (const token of tokensWithMeaning(tokens)) {
    if (token.type !== 'link' && token.type !== 'image') continue;
    left -= token.href.length + (token.title?.length ?? 0);
    if (left < 0) throw new TooMuchHtml('The addresses of this Markdown would be far longer than the Markdown');
  }
}
