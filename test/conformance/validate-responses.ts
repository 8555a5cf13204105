import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Expected } from './case.ts';
import { secret } from './content.ts';
import type { ReceivedResponse } from './send.ts';

/** Depend on who sends and when, not on what is sent. */
const ofTransport = new Set(['connection', 'date', 'keep-alive']);

/** What each response to a keyed address, and each error, holds whatever its status. */
const always = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const ofStatus = (status: number): Expected['headers'] => {
  if (status >= 400) {
    return {
      ...always,
      'cache-control': 'no-store',
      vary: /^Accept-Encoding, X-Api-Key(?:, Origin)?$/,
      'content-type': 'application/problem+json',
      'content-encoding': null,
      etag: null,
    };
  }
  return { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'content-security-policy': /./ };
};

/** What is wrong with the responses to one message; nothing where all is as expected. */
export function validateResponses(
  responses: readonly ReceivedResponse[],
  expected: readonly Expected[],
  methods: readonly string[],
): string[] {
  if (responses.length !== expected.length) {
    const found = responses.map(({ status }) => status);
    return [
      `expected ${expected.length} responses (${expected.map(({ status }) => status)}), found ${found.length} (${found})`,
    ];
  }
  return responses.flatMap((response, index) =>
    validateOne(response, expected[index] as Expected, methods[index] === 'HEAD'),
  );
}

function validateOne(response: ReceivedResponse, expected: Expected, isHead: boolean): string[] {
  const problems: string[] = [];
  if (response.status !== expected.status) problems.push(`status ${response.status}, expected ${expected.status}`);
  const named = { ...ofStatus(expected.status), ...expected.headers };
  for (const [name, value] of Object.entries(named)) {
    const found = fieldOf(response, name);
    const isRight = value instanceof RegExp ? found !== null && value.test(found) : found === value;
    if (!isRight) problems.push(`${name}: ${found}, expected ${value}`);
  }
  const length = fieldOf(response, 'content-length');
  if (expected.status === 204 || expected.status === 304) {
    if (response.body.length > 0) problems.push(`a body of ${response.body.length} bytes`);
  } else if (length === null || (!isHead && Number(length) !== response.body.length)) {
    problems.push(`content-length: ${length}, and ${response.body.length} bytes came`);
  }
  try {
    const isGzip = fieldOf(response, 'content-encoding') === 'gzip' && response.status === 200 && !isHead;
    const bytes = isGzip ? gunzipSync(response.body) : response.body;
    const text = bytes.toString();
    if (expected.status >= 400 && !isHead) checkProblem(text, expected.status);
    if (typeof expected.body === 'string') checkText(text, expected.body);
    else if (expected.body !== undefined) expect(bytes.equals(expected.body)).toBe(true);
    expected.check?.(text, response);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return problems;
}

function checkText(text: string, expected: string): void {
  if (text === expected) return;
  const at = Array.from(text).findIndex((_, index) => text[index] !== expected[index]);
  const from = Math.max(0, (at === -1 ? text.length : at) - 40);
  throw new Error(`body …${text.slice(from, from + 120)}…, expected …${expected.slice(from, from + 120)}…`);
}

/** RFC 9457, and the two members that Laravel clients read. */
function checkProblem(text: string, status: number): void {
  const { detail, message, errors, ...rest } = JSON.parse(text);
  expect(rest).toMatchObject({ type: 'about:blank', title: expect.stringMatching(/./), status });
  expect(detail).toMatch(/./);
  expect(message).toBe(detail);
  expect(typeof errors).toBe(status === 422 ? 'object' : 'undefined');
}

/** The value of a field, null where it is absent. Several fields of a name are joined, as in no response of ours. */
export function fieldOf({ headers }: ReceivedResponse, name: string): string | null {
  const values = headers.filter(([each]) => each === name).map(([, value]) => value);
  return values.length === 0 ? null : values.join(' AND ');
}

/** Where responses differ from those of another adapter: nothing where they are the same. */
export function compare(
  own: readonly ReceivedResponse[],
  others: readonly ReceivedResponse[],
  isCompressedOnRequest = false,
): string[] {
  if (own.length !== others.length) return [`${own.length} responses, the Node adapter ${others.length}`];
  return own.flatMap((response, index) => {
    const other = others[index] as ReceivedResponse;
    const differences: string[] = [];
    if (response.status !== other.status)
      differences.push(`status ${response.status}, the Node adapter ${other.status}`);
    const names = new Set([...response.headers, ...other.headers].map(([name]) => name));
    const isSame = isCompressedOnRequest
      ? decoded(response).equals(decoded(other))
      : bodyOf(response).equals(bodyOf(other));
    // Platforms compress with libraries of their own.
    if (isCompressedOnRequest && isSame) names.delete('content-length');
    for (const name of [...names].filter((name) => !ofTransport.has(name)).sort()) {
      const [found, there] = [toComparable(response, name), toComparable(other, name)];
      if (found !== there) differences.push(`${name}: ${found}, the Node adapter ${there}`);
    }
    if (!isSame) differences.push(`body of ${response.body.length} bytes, not the same as of the Node adapter`);
    return differences;
  });
}

/** Seconds that are left pass between two adapters. */
function toComparable(response: ReceivedResponse, name: string): string | null {
  const value = fieldOf(response, name);
  if ((name === 'retry-after' || name === 'content-length') && response.status === 429) return 'seconds';
  return name === 'ratelimit' ? (value?.replace(/t=\d+/, 't=seconds') ?? null) : value;
}

function bodyOf({ status, body }: ReceivedResponse): Buffer {
  return status === 429 ? Buffer.from(body.toString().replace(/Ask again in \d+ seconds?/g, 'Ask again')) : body;
}

/** Whether anything that needs a key stands in a response, in whatever form. */
export function isLeaking(responses: readonly ReceivedResponse[], rest: Buffer): boolean {
  return [...responses.map(decoded), rest].some((body) => body.includes(secret));
}

function decoded(response: ReceivedResponse): Buffer {
  const body = bodyOf(response);
  const isGzip = response.headers.some(([name, value]) => name === 'content-encoding' && value === 'gzip');
  try {
    return isGzip ? gunzipSync(body) : body;
  } catch {
    return body;
  }
}
