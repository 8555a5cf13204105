import type { Position, Problem } from '../problem.ts';
import { topOfFile } from '../report-problem.ts';
import type { ParsedFile } from '../stages.ts';
import { findValues } from './find-values.ts';
import { expectedOf, fits } from './front-matter.ts';
import { readDate } from './read-date.ts';
import { toText, wrongType } from './read-text.ts';
import { toSwitch } from './to-switch.ts';

export type HiddenReason = 'drafts-folder' | 'draft' | 'unpublished' | 'expired';

export interface Hidden {
  reason: HiddenReason;
  at: Position;
}

/**
 * Why an article is kept back at `now` (seconds since 1970-01-01T00:00:00Z), else null. A `draft` or an expiry that
 * cannot be read is a problem: to guess might publish what must not be.
 */
export function findHidden(parsed: ParsedFile, now: number, problems: Problem[]): Hidden | null {
  const { path, frontMatter } = parsed;
  if (/(?:^|\/)_drafts\//i.test(path)) return { reason: 'drafts-folder', at: topOfFile };

  const [draft] = findValues(frontMatter, 'draft');
  if (draft !== undefined && toSwitch(draft.value.value) === true) return hide('draft', draft.value);
  if (draft !== undefined && !fits('draft', draft.value.value)) {
    const mend = 'Write `draft: true` to hide the article, `draft: false` to show it.';
    problems.push(wrongType(path, draft.name, draft.value, expectedOf('draft'), mend));
  }
  // A date is what other programs keep under `published`: only a plain no counts.
  const [published] = findValues(frontMatter, 'published');
  if (published !== undefined && toSwitch(published.value.value) === false) return hide('unpublished', published.value);

  const [status] = findValues(frontMatter, 'status');
  if (status !== undefined && /^\s*draft\s*$/i.test(toText(status.value) ?? '')) return hide('draft', status.value);

  const expiry = readDate(parsed, 'expiry', problems);
  const [expires] = findValues(frontMatter, 'expiry');
  return expires !== undefined && expiry !== null && expiry <= now ? hide('expired', expires.value) : null;
}

function hide(reason: HiddenReason, { line, column }: Position): Hidden {
  return { reason, at: { line, column } };
}
