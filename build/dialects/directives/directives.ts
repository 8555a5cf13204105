import type { BodyToken } from '../../markdown/parse/tokens.ts';
import type { Dialect } from '../dialect.ts';
import { characterBefore, inlineElement, inlineRule, literalText, nothing } from '../syntax.ts';
import { containers, openContainer } from './containers.ts';
import { hiddenBy } from './hidden.ts';

export const directives: Dialect = {
  name: 'directives',
  title: 'Directives (Docusaurus, VitePress, Starlight, Zenn, Nuxt Content, Quarto, MyST)',
  guide: {
    reads:
      '`:::note Title` up to `:::`, `::tip` up to `::`, `::: {.callout-note}`, `:::{note}`; `:name[text]{…}`, `[text]{.class}`',
    becomes: 'alerts of GitHub; of other directives the content, with one warning',
  },
  body: () => ({
    triggers: ['::', '{only}', '{raw}', '{comment}', '`{=', '~{=', /:[a-z][\w-]*[[{]|\]\{[:\s]*[.#\w]/i],
    extensions: [containers, openContainer, textDirective, attributedText],
    changeToken: hideCode,
  }),
};

/** Code that is no code, but what a directive hides. */
function hideCode(token: BodyToken): void {
  const lang = token.type === 'code' ? (token.lang ?? '') : '';
  const hidden = /^\{(?:(?:only|raw|comment)\}|=)/.test(lang) ? hiddenBy(lang) : null;
  if (hidden !== null) token.hidden = hidden;
}

const braces = '\\{[^{}\\n]{0,300}\\}';

const directive = new RegExp(
  `^::?([a-z][\\w-]{1,30})(?:\\[([^[\\]\\n]{0,300})\\](?![(:])(?:${braces})?|${braces})`,
  'i',
);

/** The text of a directive in a line; one without text stays as it is. */
const textDirective = inlineRule(
  'directive',
  [':'],
  (source, rule) => {
    const [raw, name = '', text] = directive.exec(source) ?? [];
    if (raw === undefined || /[\p{L}\p{N}_:]/u.test(characterBefore(rule))) return undefined;
    const hidden = hiddenBy(name);
    if (hidden !== null) return { ...nothing(raw), hidden };
    const written = `${/^:+/.exec(raw)?.[0] ?? ''}${name}…`;
    if (text === undefined) return literalText(raw, raw, { written, fate: 'Readers see it as text' });
    return { ...inlineElement(rule, '', raw, text), warning: { written, fate: 'Its text stays' } };
  },
  true,
);

const attributed = /^\[([^[\]\n]{1,300})\]\{[:\s]*(?:[.#][\w-]|[\w-]+=)[^{}\n]{0,300}\}/;

/** Text with attributes that are a class, an id or a key. */
const attributedText = inlineRule('attributed-text', ['['], (source, rule) => {
  const [raw, text = ''] = attributed.exec(source) ?? [];
  if (raw === undefined || /[\]\p{L}\p{N}_!^]/u.test(characterBefore(rule))) return undefined;
  const hidden = hiddenBy(raw.slice(text.length + 2));
  if (hidden !== null) return { ...nothing(raw), hidden };
  return { ...inlineElement(rule, '', raw, text), warning: { written: '[…]{…}', fate: 'Its text stays' } };
});
