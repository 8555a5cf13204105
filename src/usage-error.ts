/** Wrong usage or configuration: told in one sentence, with the fix, and exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
