import type { CurrentBody, Edit } from '../markdown/adapt/body-dialect.ts';
import { offsetAt } from '../markdown/marked/aligned-text.ts';
import { walkTokens } from '../markdown/marked/tokens.ts';

/** Paths from the content folder in place of tags that name a file, in text and attributes. `tag` begins with `start`, and has the name as its first group. */
export function fixNamed({ rendered, masked, spans, findNamed }: CurrentBody, start: string, tag: RegExp): Edit[] {
  if (!rendered.markdown.includes(start) || rendered.markdown.search(tag) === -1) return [];
  const edits: Edit[] = [];
  const add = (written: string, name: string, at: number): void => {
    const [bare = '', fragment] = name.split('#');
    const path = findNamed(bare, at);
    if (path === null) return;
    const text = `/${encodePath(path)}${fragment === undefined ? '' : `#${fragment}`}`;
    edits.push({ start: at, end: at + written.length, text });
  };
  for (const { 0: written, 1: name = '', index } of masked().matchAll(tag)) add(written, name, index);
  walkTokens(rendered.tokens, (token) => {
    const span = token.type !== 'html' || token.raw.search(tag) === -1 ? undefined : spans().get(token);
    if (span === undefined) return;
    for (const { 0: written, 1: name = '', index } of span.text.matchAll(tag))
      if (/["'=]/.test(span.text[index - 1] ?? '')) add(written, name, offsetAt(span, index));
  });
  return edits;
}

/** The path of a file as an address in Markdown. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeSegment).join('/');
}

/** One name of a path, or a fragment. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(
    /[()*']/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
