import { toPlainText } from './excerpt.ts';
import { lexMarkdown } from './marked/markdown.ts';
import { bodyTokens } from './marked/tokens.ts';

/** A text of front matter as plain text, where it has strong text, links or character references of Markdown. */
export function toPlainLine(text: string): string {
  if (!/\*\*[^\s*][^*\n]{0,300}\*\*|\]\(\S|\[\[|&(?:[a-z]{2,20}|#\d{1,7});/i.test(text)) return text;
  const paragraphs = bodyTokens(lexMarkdown(text)).flatMap((token) =>
    token.type === 'paragraph' ? [toPlainText(token.tokens)] : [],
  );
  return paragraphs.join(' ') || text;
}
