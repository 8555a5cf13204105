/** Wrong usage or configuration: printed as one sentence with the fix; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
