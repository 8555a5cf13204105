import { lazy } from '../package/lazy.ts';
import { countPlaces } from '../problems/positions.ts';
import type { Position } from '../problems/problem.ts';
import { topOfFile } from '../problems/report-problem.ts';
import type { BodyDialect, PreparedSource } from './body-dialect.ts';
import { applyEdits, type Edit, type EditedText, mergeRanges, withFurther } from './edits.ts';
import { findH1Ranges, findNoteRanges } from './html/h1-ranges.ts';
import { findHtmlFacts } from './html/html-facts.ts';
import { addImageAttributes, type Size } from './html/image-attributes.ts';
import { renderSafe } from './html/render-safe.ts';
import { renderTokens } from './html/render-tokens.ts';
import { findActive, parseBody } from './parse/parse-body.ts';
import { guardDepth, TooMuchWork } from './parse/too-much-work.ts';
import { tokensWithMeaning } from './parse/walk-tokens.ts';
import type { Range, RenderedBody } from './rendered-body.ts';
import { checkAnchors, isOwnLink } from './walk/anchors.ts';
import { withArising } from './walk/arising-cuts.ts';
import { type BodyProblem, warnInBody } from './walk/body-problems.ts';
import { checkBody } from './walk/check-body.ts';
import { findExcerpt, withoutUnseen } from './walk/excerpt.ts';
import { findAddresses } from './walk/find-addresses.ts';
import { findH1, mayHaveH1 } from './walk/find-h1.ts';
import { findManyAttributes } from './walk/find-many-attributes.ts';
import { findTitle } from './walk/find-title.ts';
import { findHeadingCuts } from './walk/heading-cuts.ts';
import { findHiddenText, toHiddenProblems } from './walk/hidden.ts';
import type { HiddenPart } from './walk/hidden-languages.ts';
import {
  addressesTooLong,
  maxHtml,
  toTooDeep,
  toTooLong,
  toTooManyAttributes,
  toTooMuchHtml,
} from './walk/limit-problems.ts';
import { locate } from './walk/locate.ts';
import { type Resolve, resolveAddresses } from './walk/resolve-addresses.ts';
import { indexInRaw, offsetAt, type PositionOf } from './walk/span.ts';

export interface RenderOptions {
  /**
   * The new address for one that an author wrote, or null to leave it. Reports its own problems. The position is in the
   * body.
   */
  resolve: Resolve;
  /** Leaves HTML of authors as it is, for a site that trusts them. */
  trustedHtml: boolean;
  /** The dialects that the body may be written in; none by default. */
  dialects?: readonly BodyDialect[];
  /** Whether each line of a paragraph breaks at its end. */
  lineBreaks?: boolean | undefined;
  /** The path of the file from the content folder on. */
  path?: string;
  /** The path from the content folder of the file that a link names; null for none. */
  findNamed?: (name: string) => string | null;
  /** The size of the image at a resolved address; null where it is not known. */
  sizeOf?: (address: string) => Size | null;
}

/** A rendered body, null where it cannot be rendered. Positions of problems count from the first line of the body. */
export interface BodyResult {
  value: RenderedBody | null;
  problems: BodyProblem[];
}

/**
 * Renders the Markdown of an article (LF line ends): parses it once, resolves its addresses, makes HTML of it that is
 * safe, and finds the cuts that exclude its level-one headings.
 */
export function renderBody(body: string, options: RenderOptions): BodyResult {
  const source = body.replaceAll('\0', '\ufffd');
  const active = findActive(source, options.dialects ?? []);
  const path = options.path ?? '';
  const prepared = active.flatMap(({ prepare }) => prepare?.(source, path) ?? []);
  let edits: Prepared[] = prepared.flatMap((each) => each.edits);
  const beyond = edits[maxEdits];
  if (beyond !== undefined) edits = [];
  let written = applyEdits(source, edits);
  const places = lazy(() => countPlaces(source));
  const toPosition = (offset: number): Position => places()(written.toSource(offset));
  const setting = { ...options, source, path, active };
  const hidden: BodyProblem[] = [];
  let shown: RenderedBody | null = null;
  try {
    if (beyond !== undefined) throw new TooMuchWork('work', beyond.start);
    for (let round = 0; round < maxHidden; round++) {
      const { value, problems, parts } = renderText(written, toAuthored(source, written), setting, toPosition);
      if (parts.length === 0) {
        const whole =
          shown === null || value === null ? value : { ...value, html: shown.html, htmlCuts: shown.htmlCuts };
        return {
          value: whole,
          problems: [...prepared.flatMap((each) => each.problems(places())), ...hidden, ...problems],
        };
      }
      const others = options.trustedHtml ? parts.filter(({ isElement }) => !isElement) : parts;
      hidden.push(...toHiddenProblems(others, toPosition));
      // Where HTML is published as it is written, an element goes on hiding itself there.
      if (others.length === 0) shown ??= value;
      const further = (others.length === 0 ? parts : others).map(({ start, end, text }) => ({
        start,
        end,
        text,
        isKept: true,
      }));
      edits = withFurther(edits, written, further);
      written = applyEdits(source, edits);
    }
    throw new TooMuchWork('work', 0);
  } catch (error) {
    return { value: null, problems: [toProblem(error, toPosition)] };
  }
}

type Prepared = PreparedSource['edits'][number];

/** What comes out may join what hides more: at most so often. */
const maxHidden = 10;

/** Places that programs may change in a body, such as empty items of an outline: each costs as much as a line. */
const maxEdits = 100_000;

function renderText(
  { text }: EditedText,
  authored: readonly Edit[],
  options: RenderOptions & { source: string; path: string; active: readonly BodyDialect[] },
  toPosition: (offset: number) => Position,
): BodyResult & { parts: readonly HiddenPart[] } {
  const { trustedHtml, dialects = [], active, lineBreaks = false, path } = options;
  const { findNamed = () => null, sizeOf = () => null } = options;
  const body = { source: options.source, path, findNamed };
  const dollars = Object.assign({}, ...dialects.map((dialect) => dialect.dollars));
  const blocks = guardDepth(() => parseBody(text, { trustedHtml, dialects: active, dollars, lineBreaks }, body));
  const hiding = active.flatMap((dialect) => dialect.hiding ?? []);
  const places = lazy(() => locate(text, blocks));
  const tokens = tokensWithMeaning(blocks);
  const positionOf: PositionOf = (token, index) => {
    const place = places().get(token);
    return toPosition(place === undefined ? 0 : Math.max(0, offsetAt(place, indexInRaw(token, index))));
  };
  const { parts, edits: comments } = findHiddenText(text, blocks, tokens, places, hiding);
  if (!trustedHtml && parts.length > 0) return { value: null, problems: [], parts };
  const addresses = findAddresses(tokens);
  if (addressesTooLong(tokens, text))
    return { value: null, problems: [toTooMuchHtml('links by reference')(1)], parts: [] };
  const headings = mayHaveH1(text) ? findH1(text, blocks) : [];
  const edits = resolveAddresses(tokens, addresses, {
    dialects: active,
    body,
    resolve: options.resolve,
    places,
    toPosition,
  });
  const tag = findManyAttributes(tokens, text);
  if (tag !== null)
    return {
      value: null,
      problems: [toTooManyAttributes(tag)(toPosition(Math.max(0, text.indexOf(tag))).line)],
      parts: [],
    };
  const rendered = guardDepth(() => (trustedHtml ? renderTokens(blocks, true) : renderSafe(blocks)));
  if (rendered.length > maxHtml(text)) return { value: null, problems: [toTooMuchHtml('text')(1)], parts: [] };
  const markdown = applyEdits(text, [...edits, ...authored, ...comments]);
  const { toEdited } = markdown;
  const ownCuts = (headings.length === 0 ? [] : findHeadingCuts(text, headings, places())).map(
    ([start, end]): Range => [toEdited(start), toEdited(end)],
  );
  const markdownCuts = withArising(markdown.text, mergeRanges(ownCuts));
  const htmlCuts = mayHaveH1(text)
    ? mergeRanges([...findH1Ranges(rendered, trustedHtml), ...findNoteRanges(blocks, rendered)])
    : [];
  const { html, htmlCuts: cuts } = addImageAttributes({ html: rendered, htmlCuts }, sizeOf);
  const problems = [
    ...checkAnchors(addresses, rendered, positionOf),
    ...checkBody({ markdown: text, blocks, tokens, dialects, trustedHtml }, positionOf),
  ];
  if (isEmpty(rendered)) problems.push(emptyProblem);
  return {
    value: {
      html,
      markdown: markdown.text,
      htmlCuts: cuts,
      markdownCuts,
      heading: findTitle(blocks, headings),
      excerpt: findExcerpt(blocks),
      facts: findHtmlFacts(trustedHtml ? withoutUnseen(html) : html),
      ownLinks: addresses.filter(isOwnLink).length,
    },
    problems,
    parts,
  };
}

/** Edits that bring back what came out of the source for the parser alone. */
function toAuthored(source: string, { applied }: EditedText): Edit[] {
  return applied.flatMap(({ edit, start, end }) =>
    'isKept' in edit && edit.isKept === true ? [] : [{ start, end, text: source.slice(edit.start, edit.end) }],
  );
}

function toProblem(error: unknown, toPosition: (offset: number) => Position): BodyProblem {
  if (error instanceof TooMuchWork) {
    const report = { depth: toTooDeep, work: toTooLong, html: toTooMuchHtml('a table with short rows') }[error.limit];
    return report(toPosition(error.offset).line);
  }
  throw error;
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
