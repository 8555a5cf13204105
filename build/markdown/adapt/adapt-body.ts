import { lazy } from '../../package/lazy.ts';
import { countPlaces } from '../../problems/positions.ts';
import type { Position } from '../../problems/problem.ts';
import { type BodyProblem, collectKinds, warnInBody } from '../checks/body-problems.ts';
import { checkLimits } from '../limits/check-limits.ts';
import { locate, type Spans } from '../marked/locate.ts';
import { RenderError, type Rendered, render } from '../render-markdown.ts';
import { applyEdits, type BodyDialect, type BodyEdit, type CurrentBody, type Edit } from './body-dialect.ts';
import { fixBareSyntax } from './fix-bare-syntax.ts';
import { fixEmphasis } from './fix-emphasis.ts';
import { fixLineBreaks } from './fix-line-breaks.ts';
import { fixPlayers } from './fix-players.ts';
import { fixTags } from './fix-tags.ts';
import { maskText } from './mask-text.ts';

export interface AdaptOptions {
  /** Leaves HTML of authors as it is. */
  trustedHtml: boolean;
  /** The dialects that the body may be written in. */
  dialects: readonly BodyDialect[];
  findNamed: (name: string, at: Position) => string | null;
}

/** A body as it is published, in Markdown that every storage of CommonMark and GitHub's additions reads alike. */
export interface AdaptedBody {
  rendered: Rendered;
  /** Locating takes half as long as rendering, and few articles need it. */
  spans: () => Spans;
  /** Where in the source of the author an offset in the Markdown stands. */
  toPosition: (offset: number) => Position;
  /** What was lost. */
  problems: BodyProblem[];
}

/** Rewrites what CommonMark would read otherwise than the author means it. Other bodies stay as they are. Throws a `RenderError`. */
export function adaptBody(source: string, { trustedHtml, dialects, findNamed }: AdaptOptions): AdaptedBody {
  const sources = dialects.flatMap(({ unwrap }) => unwrap?.(source) ?? []);
  const edits = dialects.flatMap((dialect) => dialect.edits ?? []);
  const unwrapped = applyEdits(
    source,
    sources.flatMap((each) => each.edits),
  );
  const dollars = Object.assign({}, ...dialects.map((dialect) => dialect.dollars));
  let rendered = render(unwrapped.text, trustedHtml, dollars);
  let spans = spansOf(rendered);
  let { toSource } = unwrapped;
  const toPosition = lazy(() => countPlaces(source));
  const lost = collectKinds<string, { found: string; offset: number }>();
  const reported = new Map<string, BodyProblem>();
  const rewrite = (edits: readonly Edit[]): void => {
    const { text, toSource: toBefore } = applyEdits(rendered.markdown, edits);
    const problem = checkLimits(text);
    const before = toSource;
    toSource = (offset) => before(toBefore(offset));
    if (problem !== null) {
      const start = text.split('\n', problem.line - 1).reduce((sum, { length }) => sum + length + 1, 0);
      throw new BeyondLimits({ ...problem, line: toPosition()(toSource(start)).line });
    }
    rendered = render(text, trustedHtml, dollars);
    spans = spansOf(rendered);
  };
  /** Applies the edits that `find` finds in the body as it is by then; whether there were any. */
  const change = (find: (current: Rendered, spans: () => Spans) => readonly Edit[]): boolean => {
    const edits = find(rendered, spans);
    if (edits.length > 0) rewrite(edits);
    return edits.length > 0;
  };
  const fix = (current: Rendered, spans: () => Spans): Edit[] => {
    const edits = fixTags(current, spans);
    for (const edit of edits)
      if (edit.lost !== null) lost.add(edit.lost.name, { found: edit.lost.found, offset: toSource(edit.start) });
    return edits;
  };
  const positionOf = (offset: number): Position => toPosition()(toSource(offset));
  const changeByDialects = (stage: BodyEdit['stage']): boolean =>
    change((current, spans) => {
      const body: CurrentBody = {
        rendered: current,
        spans,
        masked: lazy(() => maskText(current, spans())),
        positionOf,
        findNamed: (name, offset) => findNamed(name, positionOf(offset)),
        report: (problem) => {
          if (!reported.has(problem.found)) reported.set(problem.found, problem);
        },
      };
      return edits.flatMap((edit) => (edit.stage === stage ? edit.find(body) : []));
    });
  const toLost = ({ found, offset }: { found: string; offset: number }, more: string): BodyProblem =>
    warnInBody('html-removed', toPosition()(offset), {
      found: `${found}${more}`,
      expected: 'elements with end tags, and no code that runs in the page',
      fix: 'Put an example into a code span. Otherwise add the end tag, or delete the tag.',
    });
  for (let round = 0; round < maxRounds && changeByDialects('cut'); round++);
  for (let round = 0; round < maxRounds && !trustedHtml && change(fix); round++);
  changeByDialects('blocks');
  changeByDialects('text');
  change(fixPlayers);
  change(fixBareSyntax);
  change(fixEmphasis);
  if (dialects.some((dialect) => dialect.lineBreaks)) change(fixLineBreaks);
  return {
    rendered,
    spans,
    toPosition: positionOf,
    problems: [
      ...sources.flatMap((each) => each.problems(toPosition())),
      ...lost.toProblems(toLost),
      ...reported.values(),
    ],
  };
}

function spansOf({ markdown, tokens }: Rendered): () => Spans {
  return lazy(() => locate(markdown, tokens));
}

/** Thrown where what a body becomes cannot be rendered in reasonable time. */
export class BeyondLimits extends RenderError {
  override name = 'BeyondLimits';
  readonly problem: BodyProblem;

  constructor(problem: BodyProblem) {
    super(problem.found);
    this.problem = problem;
  }
}

/** Each block of HTML without an end hides the tags behind it until it is changed. */
const maxRounds = 10;
