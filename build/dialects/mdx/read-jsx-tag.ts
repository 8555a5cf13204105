import { escapeAttribute } from '../../markdown/html/escape-html.ts';
import { hidesByStyle, toCss } from '../../markdown/html/hiding.ts';
import { type Budget, maxCodeLength, skipBraces } from './javascript.ts';

/** A tag of JSX. */
export interface JsxTag {
  /** '' for a fragment. */
  name: string;
  closing: boolean;
  empty: boolean;
  end: number;
  /** The tag as HTML, for an element of HTML: without what only a program can compute. */
  html: string;
  /** Whether it lost attributes. */
  hasLost: boolean;
}

/** The tag that begins at `start`; null where none does. `images` are the addresses that names of imports stand for. */
export function readJsxTag(
  source: string,
  start: number,
  budget: Budget,
  images: ReadonlyMap<string, string> = new Map(),
): JsxTag | null {
  opening.lastIndex = start;
  const found = opening.exec(source);
  if (found === null) return null;
  const [begin, slash = '', name = ''] = found;
  const limit = Math.min(source.length, start + maxCodeLength, start + budget.left);
  let html = `<${slash}${name}`;
  let hasLost = false;
  let at = start + begin.length;
  while (at < limit) {
    part.lastIndex = at;
    const [whole = '', end, spread, key, written] = part.exec(source) ?? [];
    if (end !== undefined) {
      return { name, closing: slash !== '', empty: end === '/>', end: at + whole.length, html: html + end, hasLost };
    }
    if (whole === '') break;
    at += whole.length;
    if (spread === undefined && written !== '{') {
      if (key !== undefined) html += ` ${names[key] ?? key}${written === undefined ? '' : `=${written}`}`;
      continue;
    }
    const close = skipBraces(source, at - 1, budget);
    if (close === null) return null;
    const code = source.slice(at, close - 1).trim();
    const value = readLiteral(code) ?? images.get(code.replace(/\.src$/, '')) ?? required.exec(code)?.[1] ?? null;
    const literal = key === undefined ? null : value;
    if (key !== undefined && hidesByCode(key, code)) html += ' hidden';
    if (literal === null) hasLost = true;
    else html += ` ${names[key ?? ''] ?? key}="${escapeAttribute(literal)}"`;
    at = close;
  }
  budget.left -= at - start;
  return null;
}

/** Whether code of an attribute hides its element. */
function hidesByCode(key: string, code: string): boolean {
  if (key === 'hidden') return !/^(?:false|null|undefined)$/.test(code);
  return key === 'style' && code.startsWith('{') && hidesByStyle(toCss(code.slice(1, -1)));
}

/** The text of a string, a template without expressions or a number; else null. */
export function readLiteral(code: string): string | null {
  const text = code.trim();
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const [quote = ''] = text;
  if (text.length < 2 || !['"', "'", '`'].includes(quote) || !text.endsWith(quote)) return null;
  const inner = text.slice(1, -1);
  if (inner.replace(/\\[\s\S]/g, '').includes(quote) || (quote === '`' && inner.includes('${'))) return null;
  return inner.replace(/\\([\s\S])/g, (_, character: string) => (character === 'n' ? '\n' : character));
}

const required = /^require\(["']([^"'\n]{1,500})["']\)(?:\.default)?$/;

const opening = /<(\/?)((?:[A-Za-z_$][\w$.:-]*)?)(?=[\s/>{])/y;

/** White space, the end of the tag, or an attribute with its value or the bracket that begins it. */
const part = /\s+|(\/?>)|(\{)|([A-Za-z_$:@][\w$.:-]*)(?:\s*=\s*("[^"]*"|'[^']*'|\{))?/y;

const names: Readonly<Record<string, string | undefined>> = { className: 'class', htmlFor: 'for' };
