import { maxId } from '../../../src/core/article.ts';
import { hashId } from '../../../src/core/hash.ts';
import { compareText, type Position, type Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import { findValues } from '../fields/find-values.ts';
import type { Draft, IdentifiedDraft } from '../parsed-file.ts';
import { groupBy } from './group-by.ts';

/**
 * Drafts with ids. An id that an author wrote stays, and is an error in each of two that share it. Others come from
 * the slug; where one is taken, the first by slug has it and the rest take the next free numbers, with a warning.
 */
export function settleIds(drafts: readonly Draft[]): { drafts: IdentifiedDraft[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const holders = new Map<number, Draft>();
  for (const [id, group] of groupBy(drafts, ({ fields }) => fields.id)) {
    const [first, second] = group;
    if (id === null || first === undefined) continue;
    holders.set(id, first);
    if (second === undefined) continue;
    // One by one: a call takes only so many arguments.
    for (const draft of group) problems.push(duplicate(draft, draft === first ? second : first, id));
  }
  const made = makeIds(
    drafts.filter(({ fields }) => fields.id === null),
    holders,
    problems,
  );
  const identified = drafts.map((draft) => {
    if (hasId(draft)) return draft;
    const id = made.get(draft);
    if (id === undefined) throw new RangeError(`No id was made for ${draft.source.path}.`);
    return { ...draft, fields: { ...draft.fields, id } };
  });
  return { drafts: identified, problems };
}

function hasId(draft: Draft): draft is IdentifiedDraft {
  return draft.fields.id !== null;
}

/** Fills `holders`, and tells of clashes. */
function makeIds(drafts: Draft[], holders: Map<number, Draft>, problems: Problem[]): Map<Draft, number> {
  const ids = new Map<Draft, number>();
  const take = (draft: Draft, id: number): void => {
    holders.set(id, draft);
    ids.set(draft, id);
  };
  /** For a taken id, where to continue the search: thousands of drafts may want the same id. */
  const after = new Map<number, number>();
  const nextFree = (wanted: number): number => {
    const passed: number[] = [];
    let id = wanted;
    while (holders.has(id)) {
      passed.push(id);
      id = after.get(id) ?? (id === maxId ? 1 : id + 1);
    }
    for (const taken of passed) after.set(taken, id);
    return id;
  };
  drafts.sort((a, b) => compareText(a.fields.slug, b.fields.slug));
  for (const draft of drafts) {
    const id = hashId(draft.fields.slug);
    if (!holders.has(id)) take(draft, id);
  }
  // Only once all others have theirs, so that a clash moves nothing but those in it.
  for (const draft of drafts) {
    if (ids.has(draft)) continue;
    const wanted = hashId(draft.fields.slug);
    const holder = holders.get(wanted) ?? draft;
    const id = nextFree(wanted);
    take(draft, id);
    // Equal slugs are an error that is told already.
    if (holder.fields.slug !== draft.fields.slug) problems.push(clash(draft, holder, wanted, id));
  }
  return ids;
}

function duplicate(draft: Draft, other: Draft, id: number): Problem {
  const { path } = other.source;
  const { line, column } = placeOf(other);
  return reportProblem('duplicate-id', draft.source.path, placeOf(draft), {
    found: `the id ${id}, which ${path}:${line}:${column} has too`,
    expected: 'an id of its own for every article',
    fix: 'Write another `id` in the newer of the two, or leave it out there.',
  });
}

function clash(draft: Draft, holder: Draft, wanted: number, id: number): Problem {
  const { path } = draft.source;
  const problem = reportProblem(
    'id-clash',
    path,
    topOfFile,
    {
      found: `the id ${wanted}, made from the slug \`${draft.fields.slug}\`, which ${holder.source.path} has`,
      expected: 'an id that cannot change when other articles come and go',
      fix: `Write the id ${id} into ${path}, as galley check --fix does.`,
    },
    'warning',
  );
  return { ...problem, autofix: { id } };
}

function placeOf(draft: Draft): Position {
  return findValues(draft.source, 'id')[0]?.value ?? topOfFile;
}
