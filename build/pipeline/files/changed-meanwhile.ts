import { UsageError } from '../../../src/usage-error.ts';

/** Thrown where a file was read twice and was another the second time. */
export class ChangedMeanwhile extends UsageError {
  override name = 'ChangedMeanwhile';
}

export function changedMeanwhile(): ChangedMeanwhile {
  return new ChangedMeanwhile('Files were changed all through the build. Build again.');
}
