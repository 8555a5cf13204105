import { parsePlain } from './parse/parse-body.ts';
import { toPlainText } from './walk/excerpt.ts';

/** A text of front matter as plain text, where it has strong text, links or character references of Markdown. */
export function toPlainLine(text: string): string {
  if (!/\*\*[^\s*][^*\n]{0,300}\*\*|\]\(\S|\[\[|&(?:[a-z]{2,20}|#\d{1,7});/i.test(text)) return text;
  const paragraphs = parsePlain(text).flatMap((token) =>
    token.type === 'paragraph' ? [toPlainText(token.tokens)] : [],
  );
  return paragraphs.join(' ') || text;
}
