import type { RequestHeader } from '../../core/reply.ts';

/** An answer as a platform sends it. */
export interface DoorAnswer {
  status: number;
  headers: Record<string, string>;
  /** Null for none. A stream breaks off where the rest cannot be read. */
  body: WebBody | null;
}

/** As many bytes as `Content-Length` says. */
export type WebBody = Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;

/** Answers a request. `target` is path and query as on the request line. The promise never rejects. */
export type AnswerRequest = (method: string, target: string, header: RequestHeader) => Promise<DoorAnswer>;
