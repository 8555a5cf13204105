import { splitWords } from '../../package/split-words.ts';
import { capProblems } from '../../problems/cap-problems.ts';
import { toTimes } from '../../problems/sentences/words.ts';
import { cleanAddress, isSafeAddress } from '../html/address.ts';
import { readAddress } from '../html/render-tokens.ts';
import { fateOf, keepsAttribute } from '../html/sanitize.ts';
import { createTagFinder, decodeValue, hasTag, readAttributes, type Tag } from '../html/tags.ts';
import type { BodyToken, Image, Link } from '../parse/tokens.ts';
import type { BodyCheck } from './body-check.ts';
import { collectKinds, warnInBody } from './body-problems.ts';
import { isComponent } from './check-leftovers.ts';

/** HTML of authors that is not published and that readers would miss: each kind once, at its first place. */
export const htmlCheck: BodyCheck = {
  mayFind: (markdown) => hasTag(markdown) || unsafeAddress.test(markdown) || /<[!?][a-z[]/i.test(markdown),
  begin(tokens, positionOf) {
    const removed = collectKinds<string, { token: BodyToken; index: number; found: string }>();
    const findTags = createTagFinder();
    // The element that is removed with all its content, while inside it.
    let inside: string | null = null;
    const add = (token: BodyToken, { kind, ...lost }: Removed): void => removed.add(kind, { token, ...lost });
    return {
      visit(token) {
        if (token.type === 'image' || token.type === 'link') {
          const lost = findUnsafe(token);
          if (lost !== null) add(token, lost);
        }
        if (token.type !== 'html') return;
        // The first of a whole page is no loss.
        const [, kind] = (token !== tokens[0] && /^\s*<(\?|![a-z[])/i.exec(token.text)) || [];
        if (kind !== undefined)
          add(token, { kind, index: token.text.indexOf('<'), found: `\`<${kind.charAt(0)}…>\`. It is removed` });
        for (const tag of findTags(token.text)) {
          if (inside !== null) {
            if (tag.closing && tag.name === inside) inside = null;
            continue;
          }
          if (!tag.closing && !tag.empty && tag.name !== 'embed' && fateOf(tag.name) === 'removed') inside = tag.name;
          for (const lost of tag.closing ? [] : findRemoved(token.text, tag)) add(token, lost);
        }
      },
      problems: () =>
        capProblems(
          removed.toProblems(({ token, index, found }, times) =>
            warnInBody('html-removed', positionOf(token, index), {
              found: `${found}${toTimes(times)}`,
              expected: 'HTML for text, images, video and audio. It must not run code or change the style of the page',
              fix: 'Write it in Markdown, or delete it. A site that trusts its authors can set `trustedHtml: true`.',
            }),
          ),
        ),
    };
  },
};

interface Removed {
  kind: string;
  index: number;
  found: string;
}

/** Where a link or an image may have an address that is not published. */
const unsafeAddress =
  /\]\(\s*<?(?!https?:|mailto:|tel:)[a-z][a-z\d+.-]{1,30}:|\]:\s*<?(?!https?:|mailto:|tel:)[a-z][a-z\d+.-]{1,30}:/i;

/** An address of Markdown whose scheme is not published. */
function findUnsafe(token: Image | Link): Removed | null {
  const address = cleanAddress(readAddress(token));
  if (isSafeAddress(address, token.type)) return null;
  const scheme = /^[^:]{1,30}:/.exec(address)?.[0] ?? '';
  const what = token.type === 'image' ? 'an image. It is removed' : 'a link. Only its text stays';
  return { kind: `${token.type} ${scheme}`, index: 0, found: `\`${scheme}\` as the address of ${what}` };
}

/** What readers would miss of a tag. What only styled, or helped programs, is not reported. */
function findRemoved(html: string, { name, start, end }: Tag): Removed[] {
  if (isComponent(html.slice(start + 1, start + 1 + name.length))) return [];
  const fate = fateOf(name);
  const attributes = () => readAttributes(html, start + 1 + name.length, end);
  if (fate === 'removed') {
    if (name === 'style') {
      const isMissed = hides.test(html.slice(end, html.indexOf('</', end)));
      return isMissed ? [{ kind: name, index: start, found: `\`<style>\`. ${noLongerHidden}` }] : [];
    }
    const isMissed = name !== 'script' || isScriptMissed(attributes());
    return isMissed ? [{ kind: name, index: start, found: `\`<${name}>\`. It is removed with its content` }] : [];
  }
  if (fate === 'unwrapped') {
    const isMissed = !wrapping.has(name) && !name.includes(':');
    return isMissed ? [{ kind: name, index: start, found: `\`<${name}>\`. Only its content stays` }] : [];
  }
  // Quotes of a template language end attributes where nobody meant it.
  if (html.slice(start, end).includes('{{')) return [];
  return attributes()
    .map(({ key, value, at }) => ({ key, value: decodeValue(value), at }))
    .filter(({ key, value }) => isAttributeMissed(key) && !keepsAttribute(name, key, value))
    .map(({ key, value, at }) => {
      const kind = key.replace(/^on.+/, 'on…');
      return { kind: `${name} ${kind}`, index: at, found: describe(name, key, value) };
    });
}

/** Elements that show nothing, or whose content is all that they show. */
const wrapping: ReadonlySet<string> = new Set(
  splitWords('base basefont blink body fieldset font head html label legend link main meta nobr noindex noscript slot'),
);

/** A script that is loaded later finds its place only if that has a name or data, and one of data runs nothing. */
function isScriptMissed(attributes: readonly { key: string; value: string }[]): boolean {
  const has = (name: string): boolean => attributes.some(({ key }) => key === name);
  const isLater = has('src') && (has('async') || has('defer'));
  if (isLater && !attributes.some(({ key }) => /^(?:id$|data-)/.test(key))) return false;
  return !attributes.some(({ key, value }) => key === 'type' && /json/i.test(value));
}

function isAttributeMissed(key: string): boolean {
  // Also what Vue would fill, show or repeat.
  return /^(?:href|id|poster|rel|src|srcset|usemap|on[a-z]+|(?:v-bind)?:(?:href|src)|v-(?:else|for|html|if|show|text).*)$/.test(
    key,
  );
}

/** Without it, readers see what it hid. */
const hides = /display\s*:\s*none|visibility\s*:\s*hidden/i;

const noLongerHidden = 'It is removed, so readers see what it hides';

function describe(element: string, attribute: string, value: string): string {
  if (attribute === 'id') return `the id \`${value}\`. Browsers use it themselves, so it gets a number`;
  if (element === 'a' && attribute === 'rel') return `\`opener\` in the attribute \`rel\` of \`<a>\`. It is removed`;
  return `the attribute \`${attribute}\` of \`<${element}>\`. It is removed`;
}
