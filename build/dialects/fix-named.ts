import type { CurrentBody, Edit } from '../markdown/adapt/body-dialect.ts';
import { walkTokens } from '../markdown/marked/tokens.ts';
import { findInToken } from './find-in-text.ts';

/** Paths from the content folder in place of tags that name a file, in text and attributes. `tag` begins with `start`, and has the name as its first group. */
export function fixNamed(body: CurrentBody, start: string, tag: RegExp): Edit[] {
  const { rendered, masked, findNamed } = body;
  if (!rendered.markdown.includes(start) || rendered.markdown.search(tag) === -1) return [];
  const edits: Edit[] = [];
  const add = ({ 0: written, 1: name = '' }: RegExpExecArray, at: number): void => {
    const [bare = '', fragment] = name.split('#');
    const path = findNamed(bare, at);
    if (path === null) return;
    const text = `/${encodePath(path)}${fragment === undefined ? '' : `#${fragment}`}`;
    edits.push({ start: at, end: at + written.length, text });
  };
  for (const found of masked().matchAll(tag)) add(found, found.index);
  walkTokens(rendered.tokens, (token) => {
    for (const { found, start } of token.type === 'html' ? findInToken(body, token, tag) : [])
      if (/["'=]/.test(found.input[found.index - 1] ?? '')) add(found, start);
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
