import { failure } from '../../core/problem.ts';
import type { DoorAnswer } from '../fetch/door-answer.ts';

/** What a function gives back: payload format 2.0. */
export interface LambdaResult {
  statusCode: number;
  headers: Record<string, string>;
  /** Base64, or empty. */
  body: string;
  isBase64Encoded: boolean;
}

/** Bytes of JSON that Lambda takes. */
const most = 6 * 1024 * 1024;

/** Bytes left for what stands around the body. */
const around = 16 * 1024;

/** Bytes of the longest body: three become four in base64. */
const longestBody = Math.floor(((most - around) * 3) / 4);

/** An answer as Lambda takes it; the 500 of a door where it is too long, which `onFault` is told, or where its rest cannot be read. */
export async function toResult(answer: DoorAnswer, onFault: (error: unknown) => void): Promise<LambdaResult> {
  const { status: statusCode, headers, body } = answer;
  if (body === null) return { statusCode, headers, body: '', isBase64Encoded: false };
  const size = Number(headers['Content-Length']);
  if (size > longestBody) {
    if (body instanceof ReadableStream) await body.cancel();
    onFault(
      new RangeError(
        `An answer has ${size} bytes, and Lambda takes ${longestBody} in a result. Use createLambdaStream, and a function URL whose ` +
          'invoke mode is RESPONSE_STREAM.',
      ),
    );
    return toFailure();
  }
  try {
    const bytes = await toBytes(body);
    return { statusCode, headers, body: bytes.toString('base64'), isBase64Encoded: true };
  } catch {
    // Reported by what reads it.
    return toFailure();
  }
}

function toFailure(): LambdaResult {
  const { status: statusCode, headers, body } = failure();
  return { statusCode, headers, body: Buffer.from(body.join(''), 'latin1').toString('base64'), isBase64Encoded: true };
}

async function toBytes(body: NonNullable<DoorAnswer['body']>): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length);
  return Buffer.from(await new Response(body).arrayBuffer());
}
