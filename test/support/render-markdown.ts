import { addImageAttributes } from '../../build/markdown/html/image-attributes.ts';
import { render } from '../../build/markdown/render-markdown.ts';

/**
 * Markdown as HTML: safe, unless the site trusts the HTML of its authors, and with what the build adds to images whose sizes it does not
 * know. Throws a `RenderError`.
 */
export function renderMarkdown(markdown: string, trustedHtml = false): string {
  return addImageAttributes({ html: renderPlain(markdown, trustedHtml), htmlCuts: [] }, () => null).html;
}

/** The same before the build adds anything. */
export function renderPlain(markdown: string, trustedHtml = false): string {
  return render(markdown.replaceAll('\0', '\ufffd'), trustedHtml).html;
}

/** HTML without what the build adds to images, whether it or the author wrote it. */
export function withoutImageAttributes(html: string): string {
  return html.replace(/<img[^>]*>/g, (tag) => tag.replace(/ (?:width|height|loading|decoding)="[^"]*"/g, ''));
}
