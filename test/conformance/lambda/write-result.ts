import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the platform responds where a function fails. */
export function writeFailure(response: ServerResponse): void {
  response.writeHead(502, { 'Content-Type': 'application/json' }).end('{"message":"Internal Server Error"}');
}

/** Responds with the result of a function: status, headers and a body, in base64 where it says so. */
export async function writeResult(result: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = String(await readAll(result));
  if (text.length > 6 * 1024 * 1024) {
    writeFailure(response);
    return;
  }
  const { statusCode, headers, body, isBase64Encoded } = JSON.parse(text);
  response.writeHead(statusCode, headers).end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
}

/** Between status and headers, as JSON, and the body. */
const delimiter = Buffer.alloc(8);

/** Responds with the stream of a function (`application/vnd.awslambda.http-integration-response`) as it comes. */
export async function writeStream(result: IncomingMessage, response: ServerResponse): Promise<void> {
  let ahead = Buffer.alloc(0);
  for await (const chunk of result as AsyncIterable<Buffer>) {
    if (response.headersSent) {
      response.write(chunk);
      continue;
    }
    ahead = Buffer.concat([ahead, chunk]);
    const at = ahead.indexOf(delimiter);
    if (at === -1) continue;
    const { statusCode, headers } = JSON.parse(ahead.subarray(0, at).toString());
    response.writeHead(statusCode, headers);
    response.write(ahead.subarray(at + delimiter.length));
  }
  if (!response.headersSent) writeFailure(response);
  else if (result.trailers['lambda-runtime-function-error-type'] !== undefined) response.destroy();
  else response.end();
}

export async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}
