import { lazy } from '../../package/lazy.ts';
import { countPlaces } from '../../problems/positions.ts';
import type { Position } from '../../problems/problem.ts';
import { type BodyProblem, warnInBody } from '../checks/body-problems.ts';
import { locate } from '../marked/locate.ts';
import { type Rendering, render } from '../render-markdown.ts';
import { applyEdits, type Edit } from './apply-edits.ts';
import { fixBareMarks } from './fix-bare-marks.ts';
import { fixEmphasis } from './fix-emphasis.ts';
import { fixTags, type TagEdit } from './fix-tags.ts';
import { reportMdx } from './mdx/report-mdx.ts';
import { unwrapMdx } from './mdx/unwrap-mdx.ts';

export interface AdaptOptions {
  /** Leaves HTML of authors as it is. */
  trustedHtml: boolean;
  isMdx: boolean;
}

/** A body as it is published, in Markdown that every reader of CommonMark and GitHub's additions reads alike. */
export interface AdaptedBody {
  rendering: Rendering;
  /** Where in the source of the author an offset in the Markdown stands. */
  toPosition: (offset: number) => Position;
  /** What was lost. */
  problems: BodyProblem[];
}

/** Rewrites what would be read otherwise than it is meant. A body without such marks stays as it is. Throws a `RenderError`. */
export function adaptBody(source: string, { trustedHtml, isMdx }: AdaptOptions): AdaptedBody {
  const mdx = isMdx ? unwrapMdx(source) : null;
  const unwrapped = applyEdits(source, mdx?.edits ?? []);
  let rendering = render(unwrapped.text, trustedHtml);
  let { toSource } = unwrapped;
  const toPosition = lazy(() => countPlaces(source));
  const lost = collectLost();
  const rewrite = (edits: readonly Edit[]): void => {
    const { text, toSource: toBefore } = applyEdits(rendering.markdown, edits);
    const before = toSource;
    toSource = (offset) => before(toBefore(offset));
    rendering = render(text, trustedHtml);
  };
  for (let round = 0; round < mostRounds && !trustedHtml; round++) {
    const { markdown, tokens } = rendering;
    const edits = fixTags(
      rendering,
      lazy(() => locate(markdown, tokens)),
    );
    if (edits.length === 0) break;
    for (const edit of edits) lost.add(edit, toSource(edit.start));
    rewrite(edits);
  }
  for (const fix of [fixBareMarks, fixEmphasis]) {
    const { markdown, tokens } = rendering;
    const edits = fix(
      rendering,
      lazy(() => locate(markdown, tokens)),
    );
    if (edits.length > 0) rewrite(edits);
  }
  return {
    rendering,
    toPosition: (offset) => toPosition()(toSource(offset)),
    problems: [...reportMdx(mdx, toPosition()), ...lost.problems(toPosition())],
  };
}

/** Each block of HTML without an end hides the tags behind it until it is changed. */
const mostRounds = 10;

/** Collects what was lost: each kind once, at its first place. */
function collectLost() {
  const kinds = new Map<string, { found: string; offset: number; count: number }>();
  return {
    add({ lost }: TagEdit, offset: number): void {
      if (lost === null) return;
      const known = kinds.get(lost.name);
      if (known === undefined) kinds.set(lost.name, { found: lost.found, offset, count: 1 });
      else known.count++;
    },
    problems(toPosition: (offset: number) => Position): BodyProblem[] {
      return [...kinds.values()].map(({ found, offset, count }) =>
        warnInBody('html-removed', toPosition(offset), {
          found: `${found}${count > 1 ? ` (here and ${count - 1} more times)` : ''}`,
          expected: 'elements with their end tags, and nothing that runs in a page',
          fix: 'Put a code span around what is an example; else add the end tag, or take the tag out.',
        }),
      );
    },
  };
}
