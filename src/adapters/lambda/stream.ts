import type { Writable } from 'node:stream';
import { UsageError } from '../../usage-error.ts';
import type { PlatformResponse } from '../fetch/fetch-options.ts';
import type { LambdaEvent } from './event.ts';

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
    'Found no global awslambda. Expected the Node.js runtime of Lambda, which has it. createLambdaHandler needs none.',
  );
}

/** Sends a response in chunks, as Lambda takes them. Rejects where the rest cannot be read; Lambda then breaks the response off. */
export async function sendStream({ status, headers, body }: PlatformResponse, stream: Writable): Promise<void> {
  const response = toRuntime().HttpResponseStream.from(stream, { statusCode: status, headers });
  // Status and headers go before the first bytes, also where there are none.
  response.write('');
  for await (const chunk of toChunks(body)) {
    if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}

async function* toChunks(body: PlatformResponse['body']): AsyncGenerator<Uint8Array, void> {
  if (body === null) return;
  if (body instanceof Uint8Array) yield body;
  else yield* body instanceof ReadableStream ? body : body.stream();
}
