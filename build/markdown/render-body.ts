import { countPlaces } from '../problems/positions.ts';
import type { Position } from '../problems/problem.ts';
import { adaptBody, BeyondLimits } from './adapt/adapt-body.ts';
import type { BodyDialect } from './adapt/body-dialect.ts';
import { type BodyProblem, toUneven } from './checks/body-problems.ts';
import { checkEmpty } from './checks/check-empty.ts';
import { checkFootnotes } from './checks/check-footnotes.ts';
import { checkHtml } from './checks/check-html.ts';
import { checkLeftovers } from './checks/check-leftovers.ts';
import { checkSpaces } from './checks/check-spaces.ts';
import { checkUnclosed } from './checks/check-unclosed.ts';
import { findExcerpt } from './excerpt.ts';
import { excludeH1 } from './exclude-h1/exclude-h1.ts';
import { checkLimits } from './limits/check-limits.ts';
import { mostHtml, toTooDeep, toTooManyAttributes, toTooMuchHtml } from './limits/limit-problems.ts';
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
}

/** A rendered body, null where it cannot be rendered. Positions of problems count from the first line of the body. */
export interface BodyResult {
  value: RenderedBody | null;
  problems: BodyProblem[];
}

/** Renders the Markdown of an article (LF line ends), resolves its addresses and finds the cuts that leave its level-one headings out. */
export function renderBody(body: string, options: RenderOptions): BodyResult {
  const markdown = body.replaceAll('\0', '\ufffd');
  const problem = checkLimits(markdown);
  if (problem !== null) return { value: null, problems: [problem] };
  try {
    const result = renderArticle(markdown, options);
    if (result.value.html.length <= mostHtml(markdown)) return result;
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
  { resolve, trustedHtml, dialects = [], findNamed = () => null }: RenderOptions,
): { value: RenderedBody; problems: BodyProblem[] } {
  const {
    rendering: written,
    places,
    toPosition,
    problems: adapted,
  } = adaptBody(source, { trustedHtml, dialects, findNamed });
  const positionOf: PositionOf = (token, index) => {
    const place = places().get(token);
    return toPosition(place === undefined ? 0 : Math.max(0, offsetAt(place, index)));
  };
  const article = rewriteAddresses(written, trustedHtml, resolve, { places, toPosition });
  const { uneven, ...published } = excludeH1(article, trustedHtml);
  const leftovers = dialects.flatMap((dialect) => dialect.leftovers ?? []);
  const problems = [
    ...adapted,
    ...checkAnchors(written, article.html, positionOf),
    ...checkLeftovers(written, leftovers, positionOf),
    ...checkFootnotes(written, positionOf),
    ...checkSpaces(written, positionOf),
    ...checkUnclosed(written, positionOf),
    ...checkEmpty(article.html),
    ...(trustedHtml ? [] : checkHtml(written, positionOf)),
  ];
  if (uneven !== null) problems.push(toUneven(article.markdown, uneven, toPosition));
  return { value: { ...published, excerpt: findExcerpt(article.tokens) }, problems };
}
