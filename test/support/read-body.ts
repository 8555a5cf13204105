import { expect } from 'vitest';
import { renderBody } from './render-body.ts';
import { renderMarkdown } from './render-markdown.ts';

const files = ['Page.md', 'sub/Other_page.md', 'sub/Other page.md', 'a b.png', 'c.mp3', 'd.mp4'];

const findNamed = (name: string) =>
  files.find((file) => [file, file.replace(/\.md$/, ''), file.replace(/^.*\/|\.md$/g, '')].includes(name)) ?? null;

/** What becomes of a body beside some files, in a folder of these programs; the Markdown says what the HTML does. */
export function readBody(body: string, detected: readonly string[] = [], lineBreaks?: true, path = 'a.md') {
  const { value, problems } = renderBody(body, {
    resolve: () => null,
    trustedHtml: false,
    detected,
    lineBreaks,
    path,
    findNamed,
  });
  expect(renderMarkdown(value?.markdown ?? '')).toBe(value?.html);
  return { ...value, problems: problems.map(({ code, line, column }) => `${line}:${column} ${code}`) };
}
