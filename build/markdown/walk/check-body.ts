import type { Position } from '../../problems/problem.ts';
import { shorten, topOfFile } from '../../problems/report-problem.ts';
import { toTimes } from '../../problems/sentences/words.ts';
import type { BodyDialect } from '../body-dialect.ts';
import type { BodyToken } from '../parse/tokens.ts';
import { type BodyProblem, collectKinds, warnInBody } from './body-problems.ts';
import { htmlCheck } from './check-html.ts';
import { htmlTextCheck } from './check-html-text.ts';
import { createLeftoverCheck } from './check-leftovers.ts';
import { footnoteCheck, linkCheck, unclosedCheck } from './check-syntax.ts';
import type { PositionOf } from './span.ts';

interface CheckedText {
  text: string;
  /** The blocks, and all tokens in them that have a meaning. */
  blocks: readonly BodyToken[];
  tokens: readonly BodyToken[];
  positionOf: PositionOf;
}

/** What readers of a body would miss, or its author hardly meant. The problems of each check stand together. */
export function checkBody(
  { text, blocks, tokens, positionOf }: CheckedText,
  { dialects, trustedHtml }: { dialects: readonly BodyDialect[]; trustedHtml: boolean },
): BodyProblem[] {
  const leftovers = dialects.flatMap((dialect) => dialect.leftovers ?? []);
  const checks = [createLeftoverCheck(leftovers, text), footnoteCheck, linkCheck, unclosedCheck, htmlTextCheck];
  const running = (trustedHtml ? checks : [...checks, htmlCheck])
    .filter(({ mayFind }) => mayFind(text))
    .map((check) => check.begin(blocks, positionOf));
  const lost = collectKinds<string, { token: BodyToken; index: number; found: string }>();
  const reported = new Map<string, BodyProblem>();
  const unnamed: BodyToken[] = [];
  for (const token of tokens) {
    for (const { visit } of running) visit(token);
    if (token.type === 'html')
      for (const { name, found, index } of token.lost ?? []) lost.add(name, { token, index, found });
    if (token.unnamed !== undefined) unnamed.push(token);
    if (token.warning === undefined) continue;
    const { written, fate, kind = 'a directive' } = token.warning;
    const found = `\`${shorten(written)}\`, ${kind}. ${fate}`;
    if (reported.has(found)) continue;
    const isDirective = token.warning.kind === undefined;
    const problem = warnInBody('template-syntax', positionOf(token, Math.max(0, token.raw.indexOf(written))), {
      found,
      expected: `Markdown and HTML${isDirective ? ', or one of the usual words for a note, a tip or a warning' : ''}`,
      fix: 'Write what readers need in Markdown. If it is an example, put it into a code span.',
    });
    reported.set(found, problem);
  }
  const removed = lost.toProblems(({ token, index, found }, times) =>
    warnInBody('html-removed', positionOf(token, index), {
      found: `${found}${toTimes(times)}`,
      expected: 'elements with end tags, and no code that runs in the page',
      fix: 'Put an example into a code span. Otherwise add the end tag, or delete the tag.',
    }),
  );
  const [first, ...others] = unnamed;
  const broken = first?.unnamed ? [toUnnamed(first.unnamed, others.length, positionOf(first, 0))] : [];
  return [...removed, ...broken, ...reported.values(), ...running.flatMap(({ problems }) => problems())];
}

/** Links by names that no file has, in one warning. */
function toUnnamed(
  { written, isImage }: { written: string; isImage: boolean },
  others: number,
  at: Position,
): BodyProblem {
  return warnInBody(isImage ? 'missing-image' : 'broken-link', at, { says: 'unknownName', written, more: others });
}

/** A warning where readers see nothing in the HTML of an article. */
export function checkEmpty(html: string): BodyProblem[] {
  const isEmpty =
    !/(?:^|>)\s*[^\s<]/.test(html) && !/<(?:img|video|audio|iframe|svg|object|embed|canvas)\b/i.test(html);
  return isEmpty ? [emptyProblem] : [];
}

const emptyProblem = warnInBody('empty-article', topOfFile, {
  found: 'no text and no images below the front matter',
  expected: 'something to read',
  fix: 'Write the article. Until then, write `draft: true`. If the file is not an article, add it to `exclude`.',
});
