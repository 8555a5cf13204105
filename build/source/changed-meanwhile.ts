import { UsageError } from '../../src/usage-error.ts';

/** Thrown where a file is another than the one that was found, or read before. */
export class ChangedMeanwhile extends UsageError {
  override name = 'ChangedMeanwhile';
}

export function changedMeanwhile(): ChangedMeanwhile {
  return new ChangedMeanwhile('Files were changed all through the build. Build again.');
}
