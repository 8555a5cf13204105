import { compareText } from '../../problems/problem.ts';
import type { Candidate } from './identity.ts';

/**
 * The older article first: by the moment from which it is served, then by path. Of one moment, a file that names no language is
 * taken for the original, of which the others are translations.
 */
export function compareAge(a: Candidate, b: Candidate): number {
  const [first, second] = [a.identity.publishAt ?? newest, b.identity.publishAt ?? newest];
  return first - second || isTranslation(a) - isTranslation(b) || compareText(a.path, b.path);
}

function isTranslation({ identity }: Candidate): number {
  return identity.language === null ? 0 : 1;
}

/** Later than any date. */
const newest = Number.MAX_SAFE_INTEGER;
