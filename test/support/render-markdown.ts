import { render } from '../../build/markdown/render-markdown.ts';

/** Markdown as HTML: safe, unless the site trusts the HTML of its authors. Throws a `RenderError`. */
export function renderMarkdown(markdown: string, trustedHtml = false): string {
  return render(markdown.replaceAll('\0', '\ufffd'), trustedHtml).html;
}
