import { compareText } from '../../problems/problem.ts';
import type { Candidate } from './identity.ts';

/** The older article first: by the moment from which it is served, then by path. */
export function compareAge(a: Candidate, b: Candidate): number {
  return a.identity.publishAt - b.identity.publishAt || compareText(a.path, b.path);
}
