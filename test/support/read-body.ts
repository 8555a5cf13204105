import { renderBody } from './render-body.ts';
import { renderMarkdown } from './render-markdown.ts';

const files = ['Page.md', 'sub/Other_page.md', 'sub/Other page.md', 'a b.png', 'c.mp3', 'd.mp4'];

const findNamed = (name: string) =>
  files.find((file) => [file, file.replace(/\.md$/, ''), file.replace(/^.*\/|\.md$/g, '')].includes(name)) ?? null;

/** What becomes of a body beside some files, in a folder of these programs. White space between tags does not count. */
export function readBody(body: string, detected: readonly string[] = [], lineBreaks?: true, path = 'a.md') {
  const { value, problems } = renderBody(body, {
    resolve: () => null,
    trustedHtml: false,
    detected,
    lineBreaks,
    path,
    findNamed,
  });
  const html = value === null ? null : flat(value.html);
  return { ...value, html, problems: problems.map(({ code, line, column }) => `${line}:${column} ${code}`) };
}

/** The HTML of Markdown that says the same without other syntax. */
export function htmlOf(markdown: string): string {
  return flat(renderMarkdown(markdown));
}

/** Without white space between tags. */
export function flat(html: string): string {
  return html
    .replace(/<pre[\s\S]*?<\/pre>|[ \t]*\n\s*/g, (found) => (found.startsWith('<') ? found : '\n'))
    .replace(
      /\n?(<\/?(?:p|ul|ol|li|dl|dt|dd|blockquote|div|pre|h\d|hr|table|figure|figcaption|section|details|summary)\b[^>]*>)\n?/g,
      '$1',
    )
    .trim();
}
