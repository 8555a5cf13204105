import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { reportWritten } from '../alerts.ts';

/** The text in place of directives in a line, and of a text with attributes. What has no text stays. All are reported. */
export function fixInlines(body: CurrentBody): Edit[] {
  if (!mayOccur.test(body.rendered.markdown)) return [];
  return [...body.masked().matchAll(inlines)].flatMap(({ 0: whole, index }) => {
    const open = whole.indexOf('[');
    const close = whole.indexOf(']');
    const name = /^:*[\w-]*/.exec(whole)?.[0] ?? '';
    const fate = close === -1 ? 'Readers see it as text' : 'Its text stays';
    reportWritten(body, index, { written: name === '' ? '[…]{…}' : `${name}…`, fate });
    if (close === -1 || open === -1) return [];
    return [
      { start: index, end: index + open + 1, text: '' },
      { start: index + close, end: index + whole.length, text: '' },
    ];
  });
}

const mayOccur = /:[a-z][\w-]*[[{]|\]\{[:\s]*[.#\w]/i;

const braces = '\\{[^{}\\n\\0]{0,300}\\}';

/** With a name, or with attributes that are a class, an id or a key. */
const inlines = new RegExp(
  `(?<![\\p{L}\\p{N}_:])::?[a-z][\\w-]{1,30}(?:\\[[^[\\]\\n]{0,300}\\](?![(:])(?:${braces})?|${braces})` +
    `|(?<![\\]\\p{L}\\p{N}_!^])\\[[^[\\]\\n]{1,300}\\]\\{[:\\s]*(?:[.#][\\w-]|[\\w-]+=)[^{}\\n\\0]{0,300}\\}`,
  'giu',
);
