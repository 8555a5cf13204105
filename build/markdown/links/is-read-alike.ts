import type { BodyToken } from '../marked/tokens.ts';

/**
 * Whether tokens, and so their HTML, differ in nothing but addresses. May be false where the HTML differs in nothing else all the
 * same.
 */
export function isReadAlike(tokens: readonly BodyToken[], others: readonly BodyToken[]): boolean {
  return isAlike(tokens, others);
}

/** HTML without its addresses. */
export function withoutAddresses(html: string): string {
  return html.replace(/ (?:href|poster|src|srcset)=(?:"[^"]*"|'[^']*'|[^\s>]+)/g, '');
}

function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((each, i) => isAlike(each, other[i]));
  }
  const [fields, others] = [one as Fields, other as Fields];
  for (const name in fields) {
    if (name === 'raw' || name === 'href') continue;
    // The text of a token with inner tokens repeats these, and holds addresses.
    if (name === 'text' && fields.tokens !== undefined) continue;
    if (name === 'text' && fields.type === 'html' && others.type === 'html') {
      if (withoutAddresses(String(fields.text)) !== withoutAddresses(String(others.text))) return false;
    } else if (!isAlike(fields[name], others[name])) return false;
  }
  return Object.keys(fields).length === Object.keys(others).length;
}

type Fields = Record<string, unknown>;
