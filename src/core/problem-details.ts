/** RFC 9457, and the members that Laravel clients read: `message`, and `errors` on 422. */
export interface ProblemDetails {
  /** `about:blank`: the status says it all. */
  type: string;
  title: string;
  status: number;
  /** What was found, what is expected, how to fix it. */
  detail: string;
  /** The same as `detail`. */
  message: string;
  /** On 422 alone: what is wrong, by parameter. */
  errors?: Record<string, string[]> | undefined;
  /** On 410 alone: the address to start again at. */
  start?: string | undefined;
}
