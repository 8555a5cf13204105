import { nearWord } from '../../problems/near-word.ts';
import type { Position, Problem } from '../../problems/problem.ts';
import { topOfFile } from '../../problems/report-problem.ts';
import type { Result } from '../../problems/result.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { expectedOf, fits } from '../schema.ts';
import { toSwitch } from '../to-switch.ts';
import { writeKey } from '../write-key.ts';
import { type FoundValue, findValues } from './find-values.ts';
import { readDate } from './read-date.ts';
import { toText, wrongType } from './read-text.ts';

export type HiddenReason = 'drafts-folder' | 'draft' | 'unpublished' | 'expired';

export interface Hidden {
  reason: HiddenReason;
  at: Position;
}

/**
 * Why an article is not published at `now` (seconds since 1970-01-01T00:00:00Z), else null. A `draft` or an expiry date that
 * cannot be read is a problem: a guess could publish what must stay hidden.
 */
export function findHidden(parsed: ParsedFile, options: ContentOptions, now: number): Result<Hidden | null> {
  const { path, syntax } = parsed;
  const problems: Problem[] = [];
  if (/(?:^|\/)_?drafts\//i.test(path)) return hide('drafts-folder', topOfFile);

  const [draft] = findValues(parsed, 'draft', options);
  if (draft !== undefined && toSwitch(draft.value.value) === true) return hide('draft', draft.value);
  if (draft !== undefined && !fits('draft', draft.value.value)) {
    const [hide, show] = ['true', 'false'].map((word) => `\`${writeKey(syntax, draft.name, word)}\``);
    const meant = nearWord(wordOf(draft.value), ['true', 'false']);
    const likely = meant === null ? '' : `\`${meant}\` is probably meant: `;
    const fix = `${likely}write ${hide} to hide the article, ${show} to show it.`.replace(/^w/, 'W');
    problems.push(wrongType(path, draft.name, draft.value, expectedOf('draft'), fix));
  }
  // Other programs keep a date under `published`: only a plain no hides the article.
  const [published] = findValues(parsed, 'published', options);
  if (published !== undefined && toSwitch(published.value.value) === false) return hide('unpublished', published.value);

  if (published !== undefined && nearWord(wordOf(published.value), ['false']) !== null) {
    problems.push(misspelt(parsed, published, 'false'));
  }

  const [status] = findValues(parsed, 'status', options);
  if (status !== undefined && /^\s*draft\s*$/i.test(toText(status.value) ?? '')) return hide('draft', status.value);
  if (status !== undefined && nearWord(wordOf(status.value), ['draft']) !== null) {
    problems.push(misspelt(parsed, status, 'draft'));
  }

  const expiry = readDate(parsed, 'expiry', options);
  problems.push(...expiry.problems);
  const [expires] = findValues(parsed, 'expiry', options);
  if (expires !== undefined && expiry.value !== null && expiry.value <= now) return hide('expired', expires.value);
  return { value: null, problems };
}

/** A misspelt word: an error, since the article was probably meant to be hidden. */
function misspelt({ path, syntax }: ParsedFile, { name, value }: FoundValue, meant: string): Problem {
  const fix = `\`${meant}\` is probably meant: write \`${writeKey(syntax, name, meant)}\` to hide the article.`;
  return wrongType(path, name, value, `\`${meant}\`, or another word`, fix);
}

function wordOf(value: FrontMatterValue): string {
  return (toText(value) ?? '').trim().toLowerCase();
}

/** A hidden article has no problems: nothing of it is published. */
function hide(reason: HiddenReason, { line, column }: Position): Result<Hidden> {
  return { value: { reason, at: { line, column } }, problems: [] };
}
