import type { Writable } from 'node:stream';
import type { DoorAnswer } from '../fetch/door-answer.ts';
import { toRuntime } from './to-runtime.ts';

/** Sends an answer by pieces, as Lambda takes them. Rejects where the rest cannot be read; Lambda then breaks the answer off. */
export async function sendStream({ status, headers, body }: DoorAnswer, stream: Writable): Promise<void> {
  const response = toRuntime().HttpResponseStream.from(stream, { statusCode: status, headers });
  // Status and headers go before the first bytes, also where there are none.
  response.write('');
  for await (const piece of toPieces(body)) {
    if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}

async function* toPieces(body: DoorAnswer['body']): AsyncGenerator<Uint8Array, void> {
  if (body === null) return;
  if (body instanceof Uint8Array) yield body;
  else yield* body instanceof ReadableStream ? body : body.stream();
}
