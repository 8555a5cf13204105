import { toTimes } from '../../problems/sentences/words.ts';
import { type Leftover, occursIn } from '../body-dialect.ts';
import { fateOf } from '../html/sanitize.ts';
import { createTagFinder } from '../html/tags.ts';
import { createCloseFinder } from '../linear-text.ts';
import type { BodyToken } from '../parse/tokens.ts';
import { isLeaf, withoutCode } from '../parse/walk-tokens.ts';
import type { BodyCheck } from './body-check.ts';
import { collectKinds, warnInBody } from './body-problems.ts';

/**
 * What other programs would replace and Galley shows as it is written: each kind once, at its first place, as it stands
 * in the source.
 */
export function createLeftoverCheck(known: readonly Leftover[], source: string): BodyCheck {
  return {
    mayFind: (markdown) => known.some(({ triggers }) => occursIn(markdown, triggers)),
    begin(tokens, positionOf) {
      const found = collectKinds<Leftover, { kind: Leftover; token: BodyToken; index: number; text: string }>();
      const add = (kind: Leftover | undefined, token: BodyToken, index: number, text: string): void => {
        if (kind !== undefined) found.add(kind, { kind, token, index, text });
      };
      const topLevel = new Set(tokens);
      const findTags = createTagFinder();
      return {
        visit(token) {
          if (token.type === 'html') {
            for (const { closing, start, name } of findTags(token.text)) {
              const written = token.text.slice(start + 1, start + 1 + name.length);
              if (!closing)
                add(
                  known.find((each) => each.isElement?.(written)),
                  token,
                  start,
                  `<${written}>`,
                );
            }
          }
          if (token.type === 'paragraph' && topLevel.has(token)) {
            for (const kind of known) {
              const line = kind.line?.exec(token.raw) ?? null;
              if (line !== null) add(kind, token, line.index, line[0].trim());
            }
          }
          const isCode = token.type === 'code';
          if ((!isCode && !isLeaf(token) && token.type !== 'def') || token.isRead) return;
          if (token.type === 'html' && /<(?:pre|code|script|style)/i.test(token.text)) return;
          const near = known.filter(({ triggers }) => occursIn(token.raw, triggers));
          if (near.length === 0) return;
          const shown = isCode ? token.raw : withoutCode(token);
          for (const kind of isCode || token.type === 'html' ? [] : near)
            for (const { 1: text, index } of kind.text === undefined ? [] : shown.matchAll(kind.text))
              if (text !== undefined) add(kind, token, index, text);
          for (const { text, index } of findBraced(shown))
            add(
              near.find((each) => (isCode ? each.isInCode?.(text) : each.isBraced?.(text))),
              token,
              index,
              text,
            );
        },
        problems: () =>
          found.toProblems(({ kind, token, index, text }, times) => {
            const [at, end] = [positionOf(token, index), positionOf(token, index + text.length)];
            const line = at.line === end.line ? (source.split('\n', at.line)[at.line - 1] ?? '') : '';
            const written = line.slice(at.column - 1, end.column - 1) || text;
            const short = written.length > 60 ? `${written.slice(0, 60)}…` : written.trim();
            return warnInBody('template-syntax', at, {
              found: `\`${short.replace(/\s+/g, ' ')}\`, ${kind.name}${toTimes(times)}. Galley does not run it. Readers see it as text, or do not see it`,
              expected: 'Markdown and HTML only',
              fix: 'Write the text that it stands for. If it is an example, put it into a code span.',
            });
          }),
      };
    },
  };
}

/** Whether the name of an element is that of a component: `Tabs`, `Foo.Bar`. */
export function isComponent(name: string): boolean {
  return /^[A-Z][\w.]*$/.test(name) && /[a-z.]/.test(name) && fateOf(name.toLowerCase()) === 'unwrapped';
}

/** In time linear in the length of the text. */
function* findBraced(text: string): Generator<{ text: string; index: number }> {
  const findEnd = createCloseFinder(text, ['>}}', '%}}']);
  const tag = new RegExp(tagOrOpening);
  for (let found = tag.exec(text); found !== null; found = tag.exec(text)) {
    const { 0: whole, 1: opening, index } = found;
    const end = opening === undefined ? Number.POSITIVE_INFINITY : findEnd(tag.lastIndex);
    if (end - tag.lastIndex <= maxBracedLength) tag.lastIndex = end + 3;
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
const tagOrOpening = /\{\{([<%])|(?<!\{)\{%[^{}]*?%\}|(?<![\w\\^_}$=])\{\{/g;

const output = /\{\{[^{}]*\}\}/y;

/** Characters between `{{<` and `>}}`. */
const maxBracedLength = 500;
