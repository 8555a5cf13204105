import type { Lexer, Token } from 'marked';
import type { Alert, Blockquote } from '../markdown/parse/tokens.ts';
import { lexBlocks } from './syntax.ts';

/** The alert nearest in meaning to a word that programs have for one; undefined for other words. */
export function alertOf(word: string): Alert | undefined {
  return alerts[word.toLowerCase()];
}

/** An alert whose text begins on its second line, with a title above it. */
export function toAlert(lexer: Lexer, alert: Alert, title: string, raw: string, text: string): Blockquote {
  return {
    type: 'blockquote',
    alert,
    raw,
    text,
    tokens: [...titleBlock(lexer, title), ...lexBlocks(lexer, text)],
    contentLine: 1,
  };
}

/** A title in bold, unless there is markup in it; none for ''. */
export function titleBlock(lexer: Lexer, title: string): Token[] {
  if (title === '') return [];
  const text = /[*`\\]|(?<!\w)_|_(?!\w)/.test(title) ? title : `**${title}**`;
  return [{ type: 'paragraph', raw: '', text, tokens: lexer.inline(text) }];
}

const alerts: Readonly<Record<string, Alert | undefined>> = {
  ...all('note', 'note info todo abstract summary tldr question help faq example quote cite secondary message details'),
  ...all('note', 'seealso see aside admonition'),
  ...all('tip', 'tip hint success check done'),
  ...all('important', 'important'),
  ...all('warning', 'warning warn attention alert'),
  ...all('caution', 'caution failure fail missing danger error bug'),
};

function all(alert: Alert, words: string): Record<string, Alert> {
  return Object.fromEntries(words.split(' ').map((word) => [word, alert]));
}
