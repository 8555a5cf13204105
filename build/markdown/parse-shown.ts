import { lazy } from '../package/lazy.ts';
import { countPlaces } from '../problems/positions.ts';
import type { Position } from '../problems/problem.ts';
import type { BodyDialect, PreparedSource } from './body-dialect.ts';
import { applyEdits, type Edit, type EditedText, withFurther } from './edits.ts';
import type { BodyContext } from './parse/lexer-setting.ts';
import { parseBody } from './parse/parse-body.ts';
import type { BodyToken } from './parse/tokens.ts';
import { guardDepth, TooMuchWork } from './parse/too-much-work.ts';
import { tokensWithMeaning } from './parse/walk-tokens.ts';
import type { BodyProblem } from './walk/body-problems.ts';
import { findHiddenText, toHiddenProblems } from './walk/hidden.ts';
import { toLimitProblem } from './walk/limit-problems.ts';
import { locate } from './walk/locate.ts';
import { indexInRaw, offsetAt, type PositionOf, type Spans } from './walk/span.ts';

/** How a body is parsed. */
export interface ParseSetting extends BodyContext {
  trustedHtml: boolean;
  /** All dialects, and those of which the body has something. */
  dialects: readonly BodyDialect[];
  active: readonly BodyDialect[];
  lineBreaks: boolean;
}

/** A text that was parsed, once for all that is made of it. */
export interface ParsedText {
  text: string;
  blocks: readonly BodyToken[];
  /** All tokens in the blocks that have a meaning. */
  tokens: readonly BodyToken[];
  places: () => Spans;
  /** The place in the body of an offset in `text`. */
  toPosition(offset: number): Position;
  positionOf: PositionOf;
  /** What brings back what came out for the parser alone, and takes out comments that HTML has none of anyway. */
  edits: readonly Edit[];
}

/** What readers see of a body. */
export interface ShownText {
  /** Without all that hides itself. */
  parsed: ParsedText;
  /** What HTML is made of: the same, but where HTML of authors is trusted, which goes on hiding itself. */
  asHtml: ParsedText;
  /** Of what dialects changed, and of what was hidden. */
  problems: BodyProblem[];
}

/** What comes out may join what hides more: at most so often. */
const maxRounds = 10;

/** Places that programs may change in a body, such as empty items of an outline: each costs as much as a line. */
const maxEdits = 100_000;

type KeptEdit = PreparedSource['edits'][number];

/**
 * Parses a body, and again without what is found to be hidden. A problem in place of it where it has too much of
 * something.
 */
export function parseShown(setting: ParseSetting): ShownText | BodyProblem {
  const { source, path, trustedHtml, active } = setting;
  const prepared = active.flatMap(({ prepare }) => prepare?.(source, path) ?? []);
  const places = lazy(() => countPlaces(source));
  const problems = prepared.flatMap((each) => each.problems(places()));
  const hiding = active.flatMap((dialect) => dialect.hiding ?? []);
  let edits: KeptEdit[] = prepared.flatMap((each) => each.edits);
  let written = applyEdits(source, edits.slice(0, maxEdits));
  let asHtml: ParsedText | null = null;
  try {
    if (edits[maxEdits] !== undefined) throw new TooMuchWork('work', written.toEdited(edits[maxEdits].start));
    for (let round = 0; round < maxRounds; round++) {
      const parsed = parseText(written, setting, places);
      const { parts, edits: comments } = findHiddenText(parsed, hiding);
      if (parts.length === 0) {
        const shown = { ...parsed, edits: [...toAuthored(source, written), ...comments] };
        return { parsed: shown, asHtml: asHtml ?? shown, problems };
      }
      const others = trustedHtml ? parts.filter(({ isElement }) => !isElement) : parts;
      problems.push(...toHiddenProblems(others, parsed.toPosition));
      if (others.length === 0) asHtml ??= parsed;
      const further = others.length === 0 ? parts : others;
      edits = withFurther(
        edits,
        written,
        further.map(({ start, end, text }): KeptEdit => ({ start, end, text, isKept: true })),
      );
      written = applyEdits(source, edits);
    }
    throw new TooMuchWork('work');
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return toLimitProblem(error, places()(written.toSource(error.offset)));
  }
}

function parseText(
  { text, toSource }: EditedText,
  { source, path, findNamed, trustedHtml, dialects, active, lineBreaks }: ParseSetting,
  sourcePlaces: () => (offset: number) => Position,
): ParsedText {
  const dollars = Object.assign({}, ...dialects.map((dialect) => dialect.dollars));
  const options = { trustedHtml, dialects: active, dollars, lineBreaks };
  const blocks = guardDepth(() => parseBody(text, options, { source, path, findNamed }));
  const places = lazy(() => locate(text, blocks));
  const toPosition = (offset: number): Position => sourcePlaces()(toSource(offset));
  return {
    text,
    blocks,
    tokens: tokensWithMeaning(blocks),
    places,
    toPosition,
    positionOf(token, index) {
      const place = places().get(token);
      return toPosition(place === undefined ? 0 : Math.max(0, offsetAt(place, indexInRaw(token, index))));
    },
    edits: [],
  };
}

/** Edits that bring back what came out of the source for the parser alone. */
function toAuthored(source: string, { applied }: EditedText): Edit[] {
  return applied.flatMap(({ edit, start, end }) =>
    'isKept' in edit && edit.isKept === true ? [] : [{ start, end, text: source.slice(edit.start, edit.end) }],
  );
}
