/** A response that is none to use: an error of the API (RFC 9457), or something else than the API. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  /** The status code, such as 404. */
  status: number;
  /** What is wrong with each parameter, where the status is 422. */
  errors: Record<string, string[]>;
  /** Seconds after which the API wants to be asked again; null where it does not say. */
  retryAfter: number | null;

  constructor(
    status: number,
    message: string,
    errors: Record<string, string[]> = {},
    retryAfter: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}
