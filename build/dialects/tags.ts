import type { Tokens } from 'marked';
import type { BodyExtension } from '../markdown/body-dialect.ts';
import type { BodyContext } from '../markdown/parse/lexer-setting.ts';
import type { BodyToken, Element } from '../markdown/parse/tokens.ts';
import { encodePath } from './paths.ts';
import {
  blockRule,
  characterBefore,
  escapeInline,
  inlineRule,
  lexBlocks,
  literalText,
  type Rule,
  toImage,
  toLink,
} from './syntax.ts';

/** The values of a tag: those with a name by it, the others by their place, from 0 on. */
export function readValues(written: string): Readonly<Record<string, string | undefined>> {
  const values: Record<string, string> = {};
  let place = 0;
  for (const [, name, double, single, raw, word] of written.matchAll(value))
    values[name ?? place++] = double ?? single ?? raw ?? word ?? '';
  return values;
}

const value = /(?:([\w-]+)=)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))/g;

/**
 * Fenced code for what stands between two tags, of which the first begins a line. `opening` begins where the tag does, and has its options as
 * its first group. A language is the first word of the options, or named.
 */
export function fencedTags(name: string, first: string, opening: RegExp, closing: RegExp): BodyExtension {
  return blockRule(name, ` {0,3}${first}`, (source) => {
    const indent = /^ */.exec(source)?.[0].length ?? 0;
    const [tag, options = ''] = opening.exec(source.slice(indent)) ?? [];
    if (tag === undefined) return undefined;
    const start = indent + tag.length;
    const found = closing.exec(source.slice(start));
    if (found === null) return undefined;
    const [, lang] = named.exec(options) ?? firstWord.exec(options) ?? [];
    const code = source
      .slice(start, start + found.index)
      .replace(/^\n/, '')
      .replace(/\n[ \t]*$/, '\n');
    const text = indent === 0 ? code : code.replace(new RegExp(`^ {1,${indent}}`, 'gm'), '');
    const raw = source.slice(0, start + found.index + found[0].length);
    return { type: 'code', raw, lang: lang ?? '', text } satisfies Tokens.Code;
  });
}

const firstWord = /^\s*["']?([a-z][\w+#.-]*)["']?(?=\s|$)/i;

const named = /\blang(?:uage)?\s*[:=]\s*["']?([\w+#.-]+)/i;

/** A link to the page of a video or a snippet, which a program shows in a frame; undefined for other names. */
export function embedded(raw: string, site: string, name = ''): BodyToken | undefined {
  const page = pages[site];
  if (page === undefined || !/^[\w./-]+$/.test(name)) return undefined;
  const address = page + name;
  return {
    type: 'link',
    raw,
    href: address,
    title: null,
    text: address,
    tokens: [{ type: 'text', raw: address, text: address }],
    label: address,
  };
}

const pages: Readonly<Record<string, string | undefined>> = {
  gist: 'https://gist.github.com/',
  vimeo: 'https://vimeo.com/',
  youtube: 'https://www.youtube.com/watch?v=',
};

/** An image, with a caption in Markdown and what it leads to. */
export function toFigure(rule: Rule, raw: string, { src, alt, caption = '', link = '' }: Figure): BodyToken {
  const image = toImage(rule, raw, src, escapeInline(alt));
  if (caption === '' && link === '') return image;
  const shown: BodyToken =
    link === '' ? image : { ...toLink(rule, raw, link, ''), tokens: [image], label: `![${escapeInline(alt)}](${src})` };
  if (caption === '') return shown;
  const inline: Element = {
    type: 'element',
    name: '',
    block: true,
    isInline: true,
    raw: '',
    tokens: [shown] as Element['tokens'],
  };
  const below: Element = {
    type: 'element',
    name: 'figcaption',
    block: true,
    raw: '',
    tokens: lexBlocks(rule.lexer, caption),
  };
  return { type: 'element', name: 'figure', block: true, raw, tokens: [inline, below] as Element['tokens'] };
}

interface Figure {
  src: string;
  alt: string;
  caption?: string | undefined;
  link?: string | undefined;
}

/** Makes the address of the file that a tag names by its first group; null for one without the tag, or no such file. */
export function addressOfFile(pattern: RegExp) {
  return (address: string, { findNamed }: BodyContext): string | null => {
    const [tag, name = ''] = pattern.exec(address) ?? [];
    const [bare = '', fragment] = name.split('#');
    const path = tag === undefined ? null : findNamed(bare);
    if (tag === undefined || path === null) return null;
    return address.replace(tag, () => `/${encodePath(path)}${fragment === undefined ? '' : `#${fragment}`}`);
  };
}

/**
 * Links and images whose address is a tag, and so no address of Markdown; and the tag by itself, in place of which its address stands.
 * `tag` is the source of an expression for what stands in the address; `toAddress` gives the address, or null.
 */
export function addressTags(
  name: string,
  { tag, at }: { tag: string; at: string | null },
  toAddress: (address: string, body: BodyContext) => string | null,
): BodyExtension[] {
  const link = new RegExp(
    `^(!?)\\[((?:[^[\\]\\n]|\\n(?!\\s*\\n)|\\[[^[\\]\\n]{0,300}\\]){0,500})\\]\\([ \\t]*(<?)((?:[^\\s()<>{}]{0,300}${tag})[^\\s()<>"']{0,1000})>?(?:[ \\t]+"([^"\\n]{0,300})")?[ \\t]*\\)`,
  );
  const definition = new RegExp(
    `^ {0,3}\\[([^[\\]\\n]{1,300})\\]:[ \\t]+<?([^\\s()<>{}]{0,300}${tag}[^\\s()<>"']{0,1000})>?[ \\t]*(?:\\n|$)`,
  );
  const own = new RegExp(`^${tag}[^\\s()<>"']{0,1000}`);
  const inText = at === null ? [] : [at];
  return [
    blockRule(
      `${name}-definition`,
      ' {0,3}\\[[^[\\]\\n]{1,300}\\]:',
      (source, { lexer, body }) => {
        const [raw, label = '', href = ''] = definition.exec(source) ?? [];
        if (raw === undefined || toAddress(href, body) === null) return undefined;
        const key = label.trim().toLowerCase().replace(/\s+/g, ' ');
        lexer.tokens.links[key] ??= { href, title: null };
        return { type: 'def', tag: key, raw, href, title: '' };
      },
      false,
    ),
    inlineRule(`${name}-link`, ['[', '!['], (source, rule) => {
      const [raw, bang, label = '', , address = '', title] = link.exec(source) ?? [];
      if (raw === undefined || toAddress(address, rule.body) === null) return undefined;
      return bang === '!' ? toImage(rule, raw, address, label, title) : toLink(rule, raw, address, label, title);
    }),
    ...inText.map((each) =>
      inlineRule(`${name}-text`, [each], (source, rule) => {
        const [raw] = own.exec(source) ?? [];
        const address = raw === undefined || /["'=]/.test(characterBefore(rule)) ? null : toAddress(raw, rule.body);
        return raw === undefined || address === null ? undefined : literalText(raw, address);
      }),
    ),
  ];
}
