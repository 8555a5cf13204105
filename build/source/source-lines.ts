import type { ProblemCode } from '../problems/problem.ts';
import { readReal } from './read-real.ts';

/**
 * The lines of a file as places count them, to be shown beside a problem of it; bytes that are not UTF-8 become U+FFFD.
 * None for a file that cannot be read, nor for one that a build does not read either.
 */
export function readLines(file: string, code: ProblemCode): string[] {
  try {
    // A link may lead to what nobody should see in a log, or to a device that never ends.
    return code === 'too-large' ? [] : new TextDecoder().decode(readReal(file)).split(/\r\n?|\n/);
  } catch {
    // Gone meanwhile, or not to be read: its problem says so.
    return [];
  }
}
