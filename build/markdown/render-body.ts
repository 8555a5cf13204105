import { countPlaces } from '../problems/positions.ts';
import type { Position } from '../problems/problem.ts';
import { topOfFile } from '../problems/report-problem.ts';
import { adaptBody, BeyondLimits } from './adapt/adapt-body.ts';
import type { BodyDialect } from './adapt/body-dialect.ts';
import { runChecks } from './checks/body-check.ts';
import { type BodyProblem, warnInBody } from './checks/body-problems.ts';
import { htmlCheck } from './checks/check-html.ts';
import { htmlTextCheck } from './checks/check-html-text.ts';
import { createLeftoverCheck } from './checks/check-leftovers.ts';
import { footnoteCheck, linkCheck, unclosedCheck } from './checks/check-syntax.ts';
import { findExcerpt } from './excerpt.ts';
import { excludeH1 } from './exclude-h1/exclude-h1.ts';
import { findHtmlFacts } from './html/html-facts.ts';
import { addImageAttributes, type Size } from './html/image-attributes.ts';
import { checkLimits } from './limits/check-limits.ts';
import { maxHtml, toTooDeep, toTooManyAttributes, toTooMuchHtml } from './limits/limit-problems.ts';
import { shortenSvg } from './limits/shorten-svg.ts';
import { checkAnchors } from './links/anchors.ts';
import { type Resolve, rewriteAddresses } from './links/rewrite-addresses.ts';
import { offsetAt } from './marked/aligned-text.ts';
import type { PositionOf } from './marked/locate.ts';
import { RenderError, TooManyAttributes, TooMuchHtml } from './render-markdown.ts';
import type { RenderedBody } from './rendered-body.ts';

export interface RenderOptions {
  /** The new address for one that an author wrote, or null to leave it. Reports its own problems. The position is in the body. */
  resolve: Resolve;
  /** Leaves HTML of authors as it is, for a site that trusts them. */
  trustedHtml: boolean;
  /** The dialects that the body may be written in; none by default. */
  dialects?: readonly BodyDialect[];
  /** The path from the content folder of the file that a link names; null for none. */
  findNamed?: (name: string, at: Position) => string | null;
  /** The size of the image at a resolved address; null where it is not known. */
  sizeOf?: (address: string) => Size | null;
}

/** A rendered body, null where it cannot be rendered. Positions of problems count from the first line of the body. */
export interface BodyResult {
  value: RenderedBody | null;
  problems: BodyProblem[];
}

/** Renders the Markdown of an article (LF line ends), resolves its addresses and finds the cuts that exclude its level-one headings. */
export function renderBody(body: string, options: RenderOptions): BodyResult {
  const result = renderWithin(body.replaceAll('\0', '\ufffd'), options);
  const shorter = result.value === null && !options.trustedHtml ? shortenSvg(body) : null;
  return shorter === null ? result : renderWithin(shorter, options);
}

function renderWithin(markdown: string, options: RenderOptions): BodyResult {
  const problem = checkLimits(markdown);
  if (problem !== null) return { value: null, problems: [problem] };
  try {
    const result = renderArticle(markdown, options);
    if (result.value.html.length <= maxHtml(markdown)) return result;
    return { value: null, problems: [toTooMuchHtml('text')(1)] };
  } catch (error) {
    return { value: null, problems: [toProblem(error, markdown)] };
  }
}

function toProblem(error: unknown, markdown: string): BodyProblem {
  if (error instanceof BeyondLimits) return error.problem;
  if (error instanceof TooMuchHtml) return toTooMuchHtml('links by reference')(1);
  if (error instanceof TooManyAttributes) {
    const { line } = countPlaces(markdown)(Math.max(0, markdown.indexOf(error.tag)));
    return toTooManyAttributes(error.tag)(line);
  }
  if (!(error instanceof RenderError)) throw error;
  return toTooDeep(1);
}

function renderArticle(
  source: string,
  { resolve, trustedHtml, dialects = [], findNamed = () => null, sizeOf = () => null }: RenderOptions,
): { value: RenderedBody; problems: BodyProblem[] } {
  const {
    rendered: written,
    spans,
    toPosition,
    problems: adapted,
  } = adaptBody(source, { trustedHtml, dialects, findNamed });
  const positionOf: PositionOf = (token, index) => {
    const span = spans().get(token);
    return toPosition(span === undefined ? 0 : Math.max(0, offsetAt(span, index)));
  };
  const article = rewriteAddresses(written, trustedHtml, resolve, { spans, toPosition });
  const { inexact, ...published } = excludeH1(article, trustedHtml);
  const leftovers = createLeftoverCheck(
    dialects.flatMap((dialect) => dialect.leftovers ?? []),
    source,
  );
  const checks = [leftovers, footnoteCheck, linkCheck, unclosedCheck, htmlTextCheck];
  const problems = [
    ...adapted,
    ...checkAnchors(written, article.html, positionOf),
    ...runChecks(trustedHtml ? checks : [...checks, htmlCheck], written, positionOf),
  ];
  if (isEmpty(article.html)) problems.push(emptyProblem);
  if (inexact !== null) problems.push(toInexact(article.markdown, inexact, toPosition));
  const { html, htmlCuts } = addImageAttributes(published, sizeOf);
  const excerpt = findExcerpt(article.tokens);
  return { value: { ...published, html, htmlCuts, excerpt, facts: findHtmlFacts(html) }, problems };
}

/** Whether readers see nothing in HTML. */
function isEmpty(html: string): boolean {
  return !/(?:^|>)\s*[^\s<]/.test(html) && !/<(?:img|video|audio|iframe|svg|object|embed|canvas)\b/i.test(html);
}

const emptyProblem = warnInBody('empty-article', topOfFile, {
  found: 'no text and no images below the front matter',
  expected: 'something to read',
  fix: 'Write the article. Until then, write `draft: true`. If the file is not an article, add it to `exclude`.',
});

/** For a level-one heading that cannot be excluded without a change around it. */
function toInexact(body: string, line: number, toPosition: (offset: number) => Position): BodyProblem {
  const before = body.split('\n', line);
  const text = before.pop() ?? '';
  const { line: ownLine } = toPosition(before.reduce((sum, { length }) => sum + length + 1, 0));
  return warnInBody(
    'heading-inexact',
    { line: ownLine, column: 1 },
    {
      found: `a level-one heading that cannot be removed alone: ${JSON.stringify(text.trim())}`,
      expected: 'a heading that `exclude_h1` can remove without changing the text around it',
      fix: 'Put a blank line before and after the heading. Close the HTML tags before it.',
    },
  );
}
