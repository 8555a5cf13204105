import { addImageAttributes } from '../../build/markdown/html/image-attributes.ts';
import { renderSafe } from '../../build/markdown/html/render-safe.ts';
import { renderTokens } from '../../build/markdown/html/render-tokens.ts';
import { parseBody } from '../../build/markdown/parse/parse-body.ts';
import { TooMuchWork } from '../../build/markdown/parse/too-much-work.ts';

/**
 * Markdown as HTML: safe, unless the site trusts the HTML of its authors, and with what the build adds to images whose sizes it does not
 * know. Throws what parsing throws.
 */
export function renderMarkdown(markdown: string, trustedHtml = false): string {
  return addImageAttributes({ html: renderPlain(markdown, trustedHtml), htmlCuts: [] }, () => null).html;
}

/** The same before the build adds anything. */
export function renderPlain(markdown: string, trustedHtml = false): string {
  const text = markdown.replaceAll('\0', '\ufffd');
  const options = { trustedHtml, dialects: [], dollars: {}, lineBreaks: false };
  const tokens = parseBody(text, options, { source: text, path: '', findNamed: () => null });
  return trustedHtml ? renderTokens(tokens, true) : renderSafe(tokens);
}

/** HTML without what the build adds to images, whether it or the author wrote it. */
export function withoutImageAttributes(html: string): string {
  return html.replace(/<img[^>]*>/g, (tag) => tag.replace(/ (?:width|height|loading|decoding)="[^"]*"/g, ''));
}

/** The same; null where marked or the HTML parser fails, or the text takes too much work. */
export function tryRender(markdown: string, trustedHtml: boolean): string | null {
  try {
    return renderPlain(markdown, trustedHtml);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TooMuchWork || /Infinite loop/.test(String(error))) return null;
    throw error;
  }
}
