import { DamagedFile, FailedRead, MissingFile } from './core/file-errors.ts';
import { failure, unreadable } from './core/problem.ts';
import type { Reply } from './core/reply.ts';

/** The answer of a door that failed: says no more than it must. The door logs the error. */
export function toErrorReply(error: unknown): Reply {
  const isUnread = error instanceof MissingFile || error instanceof DamagedFile || error instanceof FailedRead;
  return isUnread ? unreadable() : failure();
}
