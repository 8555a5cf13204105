import { AwsV4Signer } from 'aws4fetch';
import { maxWholeBytes } from '../../core/format.ts';
import { readAtMost, TooLong } from '../read-stream.ts';
import { type Credentials, type S3Options, toStoreAddress } from './s3-options.ts';

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Below the prefix; '' is the bucket. */
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
  /** Milliseconds that it may take beyond the others. */
  extraTime?: number;
  /** Bytes that a response of 2xx may have; 64 MiB by default. */
  maxBytes?: number;
  /** Whether it is sent although the client was stopped, and then takes at most half a second. */
  isLast?: boolean;
  /** What is wrong with a response, so that the request is sent again; null where nothing is. */
  findError?: (response: S3Response) => string | null;
}

export interface S3Response {
  status: number;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface S3Client {
  /**
   * Sends a request until a whole response came that is neither 429 nor 5xx. Rejects with `StoreFailure` where time or
   * tries are over, and with the reason of `signal` once that is aborted. All else, such as 403 and 404, is a response;
   * those of errors have 64 kB at most.
   */
  send(request: S3Request): Promise<S3Response>;
}

/** Milliseconds before the second try, at most; twice as many before each next one. */
const firstPause = 100;

/** Bytes of the response that says why a request failed: S3's have some hundred. */
const maxErrorBytes = 64 * 1024;

/** Milliseconds for a last request after the client was stopped. */
const lastTimeout = 500;

/**
 * `signal` stops all that is under way. Throws `RangeError` where the options name no address, or, in JavaScript, no
 * credentials.
 */
export function s3Client(options: S3Options, signal?: AbortSignal): S3Client {
  const { region, credentials, attemptTimeout = 3000, timeout = 6000, attempts = 4, concurrency = 32 } = options;
  const fetch = options.fetch ?? ((address, init) => globalThis.fetch(address, init));
  const addressOf = toStoreAddress(options);
  if (credentials === undefined) {
    throw new RangeError(
      'The credentials: found none. Expected accessKeyId and secretAccessKey, or null for a bucket that anybody may read.',
    );
  }
  const keys = new Map<string, ArrayBuffer>();
  const inTurn = bounded(concurrency);
  const pause = pausesUntil(signal);
  return { send };

  async function send(request: S3Request): Promise<S3Response> {
    const isLast = request.isLast === true && signal?.aborted === true;
    const stopped = isLast ? undefined : signal;
    const time = isLast ? lastTimeout : timeout + (request.extraTime ?? 0);
    const end = Date.now() + time;
    const over = AbortSignal.timeout(time);
    let failure = new StoreFailure(`other requests took all of the ${timeout} ms`, null);
    for (let attempt = 1; ; attempt++) {
      stopped?.throwIfAborted();
      try {
        const response = await inTurn(() => sendOnce(request, end, stopped), anyOf(over, stopped));
        const reason = request.findError?.(response) ?? null;
        if (!isBusy(response.status) && reason === null) return response;
        failure = new StoreFailure(
          reason ?? `the store gave status ${response.status}${codeOf(response)}`,
          response.status,
        );
      } catch (error) {
        // No second try gives less.
        if (error instanceof TooLong) throw new StoreFailure(`the store sent ${error.message}`, null);
        if (error !== over.reason) failure = toFailure(error, attemptTimeout + (request.extraTime ?? 0));
      }
      const milliseconds = Math.random() * firstPause * 2 ** (attempt - 1);
      if (stopped?.aborted !== true) {
        if (attempt >= attempts || Date.now() + milliseconds >= end) throw failure.after(attempt);
        await pause(milliseconds);
      }
    }
  }

  async function sendOnce(
    { method, path, query, headers, body, extraTime = 0, maxBytes = maxWholeBytes }: S3Request,
    end: number,
    stopped: AbortSignal | undefined,
  ): Promise<S3Response> {
    const url = addressOf(path);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signed = await sign(url, { method, headers: { ...headers }, ...(body && { body }) });
    // Compressed on the way, its ranges would be others. Proxies change this field, so it is not signed.
    signed.headers.set('Accept-Encoding', 'identity');
    const time = AbortSignal.timeout(Math.max(1, Math.min(attemptTimeout + extraTime, end - Date.now())));
    const response = await fetch(url.href, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      signal: anyOf(time, stopped),
      ...(body && { body }),
    });
    const { status } = response;
    const length = response.headers.get('content-length');
    const limit = status < 300 ? maxBytes : maxErrorBytes;
    const bytes = await readBody(response, method === 'HEAD' ? null : length, limit);
    if (method !== 'HEAD' && length !== null && Number(length) !== bytes.length) {
      throw new StoreFailure(`${bytes.length} of ${length} bytes came`, status);
    }
    return { status, headers: response.headers, bytes };
  }

  async function sign(
    url: URL,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: Uint8Array<ArrayBuffer> },
  ): Promise<{ headers: Headers }> {
    const found: Credentials | null = typeof credentials === 'function' ? await credentials() : credentials;
    if (found === null) return { headers: new Headers(headers) };
    if (body !== undefined) headers['X-Amz-Content-Sha256'] = await sha256(body);
    const signer = new AwsV4Signer({ method, url: url.href, headers, service: 's3', region, cache: keys, ...found });
    return signer.sign();
  }
}

/** Nobody promises that a body has the length that its header says, where it is decoded on the way. */
async function readBody(response: Response, length: string | null, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const isPlain = length !== null && Number(length) <= maxBytes && !response.headers.has('content-encoding');
  if (isPlain || response.body === null) return new Uint8Array(await response.arrayBuffer());
  return readAtMost(response.body, maxBytes);
}

function anyOf(time: AbortSignal, stopped: AbortSignal | undefined): AbortSignal {
  return stopped === undefined ? time : AbortSignal.any([time, stopped]);
}

/**
 * Pauses for that time, or until the client is stopped. All pauses share one listener, which is there while one of them
 * lasts: many requests may fail at the same time.
 */
function pausesUntil(stopped: AbortSignal | undefined): (milliseconds: number) => Promise<void> {
  const ends = new Set<() => void>();
  const endAll = (): void => {
    for (const end of ends) end();
  };
  return (milliseconds) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        ends.delete(end);
        if (ends.size === 0) stopped?.removeEventListener('abort', endAll);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      if (ends.size === 0) stopped?.addEventListener('abort', endAll);
      ends.add(end);
    });
}

/** What S3 calls the reason of an error, after a space; '' where it says none. */
export function codeOf({ status, bytes }: Pick<S3Response, 'status' | 'bytes'>): string {
  if (status < 300) return '';
  const [, code] = /<Code>(\w+)<\/Code>/.exec(String.fromCharCode(...bytes.subarray(0, 1000))) ?? [];
  return code === undefined ? '' : ` ${code}`;
}

/** 501 is for what it will not do later either. */
function isBusy(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

function toFailure(error: unknown, attemptTimeout: number): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return new StoreFailure(`the store did not respond within ${attemptTimeout} ms`, null);
  const code = cause?.code === undefined ? '' : ` (${cause.code})`;
  return new StoreFailure(`the store cannot be reached, or ended the connection${code}`, null);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Runs at most `limit` tasks at the same time; the others wait in the order in which they came, until their signal is aborted. */
function bounded(limit: number): <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  const waiting = new Set<() => void>();
  let running = 0;
  return async (work, signal) => {
    if (running < limit) running++;
    else {
      await new Promise<void>((resolve, reject) => {
        signal.throwIfAborted();
        const stop = (): void => {
          waiting.delete(start);
          reject(signal.reason);
        };
        const start = (): void => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        signal.addEventListener('abort', stop, { once: true });
        waiting.add(start);
      });
    }
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next === undefined) running--;
      else {
        waiting.delete(next);
        next();
      }
    }
  };
}

/** A store gave no response that can be used. `message` is the end of a sentence, and holds no secret. */
export class StoreFailure extends Error {
  /** Of its last response; null where none came. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.name = 'StoreFailure';
    this.status = status;
  }

  /** The same, with how often it was tried. */
  after(attempts: number): StoreFailure {
    return attempts === 1 ? this : new StoreFailure(`${this.message} (tried ${attempts} times)`, this.status);
  }
}
