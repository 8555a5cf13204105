import type { Writable } from 'node:stream';
import { UsageError } from '../../usage-error.ts';
import type { LambdaEvent } from './to-facts.ts';

/** What Lambda's Node.js runtime gives beside the handler's arguments. */
export interface LambdaRuntime {
  streamifyResponse(handler: (event: LambdaEvent, stream: Writable) => Promise<void>): unknown;
  HttpResponseStream: {
    from(stream: Writable, metadata: { statusCode: number; headers: Record<string, string> }): Writable;
  };
}

/** The runtime that this runs in. Throws `UsageError` where it is none. */
export function toRuntime(): LambdaRuntime {
  const { awslambda } = globalThis as { awslambda?: LambdaRuntime };
  if (awslambda !== undefined) return awslambda;
  throw new UsageError(
    "Found no global awslambda. Expected Lambda's Node.js runtime, which gives it; createLambdaHandler needs none.",
  );
}
