import type { MarkedToken } from 'marked';
import { isComment, lexMarkdown, renderTokens } from './markdown.ts';
import { sanitize } from './sanitize.ts';
import { walkTokens } from './walk-tokens.ts';

/** Markdown, its tokens and what they say in HTML. */
export interface Rendering {
  markdown: string;
  tokens: readonly MarkedToken[];
  html: string;
  /** Whether the sanitiser had a part in it: then HTML here depends on HTML far away. */
  sanitized: boolean;
}

/** Thrown for Markdown on which marked or the HTML parser fails: out of stack, or a fault of their own. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** Markdown as HTML: safe, unless the site trusts the HTML of its authors. Pure. Throws a `RenderError`. */
export function renderMarkdown(markdown: string, trustedHtml = false): string {
  return render(markdown.replaceAll('\0', '\ufffd'), trustedHtml).html;
}

/** The same with all that was learned on the way. */
export function render(markdown: string, trustedHtml: boolean): Rendering {
  try {
    const tokens = lexMarkdown(markdown);
    const html = renderTokens(tokens, trustedHtml);
    const sanitized = !trustedHtml && needsSanitizing(tokens);
    return { markdown, tokens, html: sanitized ? sanitize(html) : html, sanitized };
  } catch (cause) {
    throw new RenderError('This Markdown cannot be rendered; nest its quotes and lists less deeply', { cause });
  }
}

/** Null instead of a `RenderError`: for a change that need not be made. */
export function tryRender(markdown: string, trustedHtml: boolean): Rendering | null {
  try {
    return render(markdown, trustedHtml);
  } catch (error) {
    if (error instanceof RenderError) return null;
    throw error;
  }
}

/** Without HTML of authors, what is rendered is safe and canonical already, save for a link inside a link. */
function needsSanitizing(tokens: readonly MarkedToken[]): boolean {
  let needed = false;
  walkTokens(tokens, (token) => {
    if (token.type === 'html') needed ||= !isComment(token.text);
    if (token.type === 'link') walkTokens(token.tokens, (inner) => (needed ||= inner.type === 'link'));
  });
  return needed;
}
