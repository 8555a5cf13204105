import { compareText } from '../../problems/problem.ts';
import type { Candidate } from './identity.ts';

/** The older article first: by the moment from which it is served, then by path. */
export function compareAge(a: Candidate, b: Candidate): number {
  const [first, second] = [a.identity.publishAt ?? newest, b.identity.publishAt ?? newest];
  return first - second || compareText(a.path, b.path);
}

/** Later than any date. */
const newest = Number.MAX_SAFE_INTEGER;
