import type { HiddenKind } from '../../markdown/parse/tokens.ts';
import { hiddenByList } from '../hidden-by-list.ts';

/** Why readers see nothing of what such words begin, or such attributes have; null where they see it. */
export function hiddenBy(words: string): HiddenKind | null {
  const [, braces = ''] = /\{([^{}]*)\}/.exec(words) ?? [];
  const names = [...braces.matchAll(/(?<=\.)[\w-]+/g), ...words.matchAll(/^[\p{L}\w-]+|(?<=^\{)[\w-]+(?=\})/gu)].map(
    ([name]) => name.toLowerCase(),
  );
  const rest = words.replace(/^\{[^{}]*\}|^[\p{L}\w-]+/u, '').trim();
  for (const name of names) {
    if (secret.test(name) || /(?:^|\s)password\s*=/.test(braces || rest))
      return { name: 'a part with a password', isSecret: true };
    if (always.test(name)) return { name: `\`::: ${name}\`` };
    if (/^(?:only|raw)$/.test(name) && !isForHtml(rest)) return { name: `\`{${name}}\` for another format` };
    if (name === 'content-hidden' && (conditionOf(braces) ?? true)) return { name: '`.content-hidden`' };
    if (name === 'content-visible' && !(conditionOf(braces) ?? true)) return { name: '`.content-visible`' };
  }
  return /^\{=(?!html)\w+\}/.test(words) ? { name: '`{=…}` for another format' } : hiddenByList(braces);
}

const secret = /^(?:encrypt(?:ed|ion|or)?|password|protected|locked)$/;

const always = /^(?:hidden|hide|comments?|invisible|private|secret|draft|d-none|none|nodisplay)$/;

/** Whether an expression such as `html or epub`, `not html` holds for HTML. */
function isForHtml(expression: string): boolean {
  return expression === '' || (/\bhtml\b/.test(expression) && !/\bnot \(?html\b/.test(expression));
}

/** Whether all conditions hold for HTML; one that is not known holds where it hides. Null for none. */
function conditionOf(attributes: string): boolean | null {
  const conditions = [...attributes.matchAll(/(?<![\w-])(when|unless)-([\w-]+)=["']?([\w.:+-]*)/g)];
  if (conditions.length === 0) return null;
  const isShown = attributes.includes('content-visible');
  return conditions.every(([, word, what, value = '']) =>
    what === 'format' ? /^html/.test(value) === (word === 'when') : !isShown,
  );
}
