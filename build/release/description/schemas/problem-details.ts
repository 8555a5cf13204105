import * as z from 'zod/mini';

/** RFC 9457, and the members that Laravel clients read: `message`, and `errors` on 422. */
export const ProblemDetailsSchema = z.object({
  type: z.string().check(z.meta({ format: 'uri-reference', description: '`about:blank`: the status says it all.' })),
  title: z.string().check(z.meta({ description: 'What HTTP calls the status.' })),
  status: z.int().check(z.gte(400), z.lte(599), z.meta({ format: 'int32', description: 'The same as of the answer.' })),
  detail: z.string().check(z.meta({ description: 'What was found, what is expected, how to fix it.' })),
  message: z.string().check(z.meta({ description: 'The same as `detail`.' })),
  errors: z.optional(
    z
      .record(z.string(), z.array(z.string()).check(z.minLength(1)))
      .check(z.meta({ description: 'On 422 alone: what is wrong, by parameter, all at once.' })),
  ),
  start: z.optional(
    z.string().check(z.meta({ format: 'uri', description: 'On 410 alone: the address to start again at.' })),
  ),
});
