import { slug } from 'github-slugger';
import { cjkCharacter } from '../../markdown/parse/emphasis.ts';
import type { BodyToken } from '../../markdown/parse/tokens.ts';
import { inlineText } from '../../markdown/parse/walk-tokens.ts';
import { isShownPath } from '../../source/asset-paths.ts';
import { markdownName } from '../../source/source-file.ts';
import { encodePath, encodeSegment } from '../paths.ts';
import { characterBefore, inlineElement, inlineRule, literalText, type Rule, toImage, toLink } from '../syntax.ts';

/** `^` begins the id of a block. In a table the bar is escaped; some programs escape it everywhere. */
const written =
  /^(!?)\[\[([^[\]\n|#^\\]{0,500})((?:#(?:`[^`\n]{0,300}`|[^[\]\n|\\`]){0,500})?)(?:\\?\|((?:`[^`\n]{0,300}`|[^[\]\n`]){0,500}))?\]\](?!\()/;

/** Behind a letter of a script with spaces between words it is code. */
const wordCharacter = new RegExp(`(?![${cjkCharacter}])[\\p{L}\\p{N}\\]]`, 'u');

/** Links and images for `[[Page#Heading|text]]` and `![[image.png|300]]`; their texts where these do not exist. */
export const wikiLink = inlineRule('wiki-link', ['[[', '![['], (source, rule) => {
  const [raw, bang = '', name = '', heading = '', alias = ''] = written.exec(source) ?? [];
  if (raw === undefined || wordCharacter.test(characterBefore(rule))) return undefined;
  if (name.trim() === '' && heading === '') return undefined;
  const path = name.trim() === '' ? '' : rule.body.findNamed(name.trim());
  if (path !== null && isDefined(rule, raw, path)) return undefined;
  if (path !== null) return toToken(rule, raw, path, bang !== '', { name, heading, alias });
  if (!/\p{L}/u.test(name)) return undefined;
  const isImage = bang !== '' && hasEnding.test(name);
  // A test of a shell, such as `[[ -f a ]]`.
  if (/^\s|\s$/.test(name)) return { ...literalText(`${bang}[[`, `${bang}[[`), unnamed: { written: raw, isImage } };
  const label =
    (isImage ? (readSize(alias)?.text ?? alias) : alias).trim() ||
    escapeName(`${name.trim()}${heading.replaceAll('#', ' > ')}`);
  return { ...inlineElement(rule, '', raw, label), unnamed: { written: raw, isImage } };
});

const hasEnding = /\.[a-z\d]{2,5}$/i;

/**
 * Whether a definition of the text in brackets leads elsewhere. Those that Foam writes below the text lead to the same
 * file.
 */
function isDefined({ lexer }: Rule, raw: string, path: string): boolean {
  const label = raw.replace(/^!?\[\[|\]\]$/g, '').toLowerCase();
  const { href } = (Object.hasOwn(lexer.tokens.links, label) && lexer.tokens.links[label]) || {};
  const [address = ''] = (href ?? '')
    .replaceAll('%20', ' ')
    .replace(/^[./]+/, '')
    .split('#');
  return typeof href === 'string' && !`/${path}`.replace(hasEnding, '').endsWith(`/${address.replace(hasEnding, '')}`);
}

interface Parts {
  name: string;
  /** With its `#`. */
  heading: string;
  alias: string;
}

function toToken(
  rule: Rule,
  raw: string,
  path: string,
  isEmbedded: boolean,
  { name, heading, alias }: Parts,
): BodyToken {
  const address = path === '' ? '' : `/${encodePath(path)}`;
  if (isEmbedded && isShownPath(path)) {
    const bare = escapeName(name.trim().replace(/^.*\//, '').replace(hasEnding, ''));
    const read = readSize(alias);
    if (read === null) return toImage(rule, raw, address, escapeName(alias.trim()) || bare);
    return { ...toImage(rule, raw, address, escapeName(read.text) || bare), width: read.width, height: read.height };
  }
  const last = heading.split('#').at(-1)?.trim() ?? '';
  const fragment = last === '' || last.startsWith('^') ? '' : `#${encodeSegment(slug(last))}`;
  const shown = [escapeName(name.trim()), last.startsWith('^') ? '' : last].filter((part) => part !== '').join(' > ');
  const link = toLink(rule, raw, `${address}${fragment}`, alias.trim() || shown);
  if (!isEmbedded || !markdownName.test(path)) return link;
  return { ...link, warning: { written: raw, kind: 'an embedded note', fate: 'Readers get a link to it' } };
}

/** `![text|300](image.png)` has a width; in `![image.png|text](image.png)` the name goes. */
export function readImageText(token: BodyToken): void {
  if (token.type !== 'image' || token.label !== undefined || !token.text.includes('|') || token.text.includes('\n'))
    return;
  const text = inlineText(token.tokens);
  const bar = text.indexOf('|');
  const isNamed = hasEnding.test(text.slice(0, Math.max(bar, 0)).trim());
  const read = bar === -1 ? null : readSize(isNamed ? text.slice(bar + 1) : text);
  if (read === null && !isNamed) return;
  const shown = read?.text ?? text.slice(bar + 1);
  token.tokens = [{ type: 'text', raw: shown, text: shown, escaped: true }];
  Object.assign(token, read && { width: read.width, height: read.height });
}

/** The text of an image with `300` or `300x200` behind its last bar, which others would show; null for other texts. */
function readSize(written: string): { text: string; width: string | undefined; height: string | undefined } | null {
  const parts = written.split(/\\?\|/);
  const [whole, width, height] = size.exec(parts.pop() ?? '') ?? [];
  return whole === undefined ? null : { text: parts.join('|').trim(), width, height };
}

const size = /^\s*(\d{1,5})(?:x(\d{1,5}))?\s*$/;

function escapeName(name: string): string {
  return name.replace(/[\\*_`<]/g, '\\$&');
}
