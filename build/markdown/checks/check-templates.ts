import { createCloseFinder } from '../html/create-close-finder.ts';
import { createTagFinder, hasTag } from '../html/find-tags.ts';
import { fateOf } from '../html/sanitize.ts';
import { isLeaf, withoutCode } from '../marked/leaf-source.ts';
import type { PositionOf } from '../marked/locate.ts';
import type { BodyToken } from '../marked/tokens.ts';
import { walkTokens } from '../marked/walk-tokens.ts';
import type { Rendering } from '../render-markdown.ts';
import { type BodyProblem, warnInBody } from './body-problems.ts';

/** Reports what other site generators would replace and Galley shows as it is written: each kind once, at its first place. */
export function checkTemplates({ markdown, tokens }: Rendering, positionOf: PositionOf): BodyProblem[] {
  if (!mayHaveTemplates(markdown)) return [];
  const found = new Map<Kind, { token: BodyToken; index: number; text: string; count: number }>();
  const add = (kind: Kind, token: BodyToken, index: number, text: string): void => {
    const known = found.get(kind);
    if (known === undefined) found.set(kind, { token, index, text, count: 1 });
    else known.count++;
  };
  const topLevel = new Set(tokens);
  const findTags = createTagFinder();
  walkTokens(tokens, (token) => {
    if (token.type === 'html') {
      for (const { closing, start, name } of findTags(token.text)) {
        const written = token.text.slice(start + 1, start + 1 + name.length);
        if (!closing && isComponent(written)) add('component', token, start, `<${written}>`);
      }
    }
    if (token.type === 'paragraph' && topLevel.has(token)) {
      const line = moduleLine.exec(token.raw);
      if (line !== null) add('module', token, line.index, line[0].trim());
    }
    if (!isLeaf(token) || /<(?:!--|pre|code|script|style)/i.test(token.type === 'html' ? token.text : '')) return;
    for (const { text, index } of findTemplates(withoutCode(token))) add(kindOf(text), token, index, text);
  });
  if (found.size === 0) return [];
  return [...found].map(([kind, { token, index, text, count }]) => {
    const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    return warnInBody('template-syntax', positionOf(token, index), {
      found: `\`${short.replace(/\s+/g, ' ')}\`, ${names[kind]}, which readers see as text or not at all${count > 1 ? ` (here and ${count - 1} more times)` : ''}`,
      expected: 'Markdown and HTML; nothing is replaced in them',
      fix: 'Write what it stands for, or put it into a code span if it is an example.',
    });
  });
}

/** Whether the name of an element is that of a component: `Tabs`, `Foo.Bar`. */
export function isComponent(name: string): boolean {
  return /^[A-Z][\w.]*$/.test(name) && /[a-z.]/.test(name) && fateOf(name.toLowerCase()) === 'unwrapped';
}

type Kind = 'liquid' | 'output' | 'shortcode' | 'module' | 'component';

const names: Record<Kind, string> = {
  liquid: 'a tag of Liquid or another template language',
  output: 'an expression of a template language',
  shortcode: 'a shortcode of Hugo',
  module: 'a line of MDX',
  component: 'a component of MDX',
};

/** Quickly excludes most texts. */
function mayHaveTemplates(markdown: string): boolean {
  if (markdown.includes('{{') || markdown.includes('{%') || hasTag(markdown, /[A-Z]/)) return true;
  return ['import ', 'export '].some((word) => markdown.startsWith(word) || markdown.includes(`\n${word}`));
}

/** In time linear in the length of the text. */
function* findTemplates(text: string): Generator<{ text: string; index: number }> {
  const findEnd = createCloseFinder(text, ['>}}', '%}}']);
  const tag = new RegExp(tagOrOpening);
  for (let found = tag.exec(text); found !== null; found = tag.exec(text)) {
    const { 0: whole, 1: opening, index } = found;
    const end = opening === undefined ? Number.POSITIVE_INFINITY : findEnd(tag.lastIndex);
    if (end - tag.lastIndex <= longestShortcode) tag.lastIndex = end + 3;
    else if (opening !== undefined || whole === '{{') {
      output.lastIndex = index;
      const length = output.exec(text)?.[0].length;
      tag.lastIndex = index + (length ?? 1);
      if (length === undefined) continue;
    }
    yield { text: text.slice(index, tag.lastIndex), index };
  }
}

/** Braces that follow a letter, a backslash or the like are those of a formula, behind `=` those of JSX. */
const tagOrOpening = /\{%[^{}]*?%\}|(?<![\w\\^_}$=])\{\{([<%])?/g;

const output = /\{\{[^{}]*\}\}/y;

/** Characters between `{{<` and `>}}`. */
const longestShortcode = 500;

/** `import X from 'x'` and `export …`. */
const moduleLine =
  /^(?:import\s[^\n]+\sfrom\s+["'][^\n]*|import\s+["'][^\n]*|export\s+(?:const|default|function)\s[^\n]*)/m;

function kindOf(text: string): Kind {
  if (text.startsWith('{%')) return 'liquid';
  return /^\{\{[<%]/.test(text) ? 'shortcode' : 'output';
}
