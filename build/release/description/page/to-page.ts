import { mark } from './mark.ts';
import type { PageFacts } from './page-facts.ts';
import { renderText } from './render-text.ts';
import { toHtml } from './to-html.ts';
import { toLlms } from './to-llms.ts';
import { toText } from './to-text.ts';

/** The page for people as HTML and as Markdown, and `llms.txt`, by name: the same facts always give the same bytes. */
export function toPage(facts: PageFacts): Record<'index.html' | 'index.md' | 'llms.txt', string> {
  const text = toText(facts);
  return {
    'index.html': `${toHtml(renderText(text, facts.site), facts.info)}${mark}\n`,
    'index.md': `${text}\n${mark}\n`,
    'llms.txt': `${toLlms(facts)}\n${mark}\n`,
  };
}
