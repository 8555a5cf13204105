import { gunzipSync } from 'node:zlib';
import { type FetchedResponse, fetchResponse, forEach } from './fetch-response.ts';
import type { Question } from './questions.ts';
import type { RunningServer } from './start-server.ts';
import { withoutEncoding } from './write-bodies.ts';

/** At most this many responses of each server are compared. */
const sampleSize = 200;

/**
 * Throws where a rival sends other bytes, once decompressed, or with another status or encoding, than Galley does.
 * Targets correspond by their place.
 */
export async function compareResponses(
  galley: RunningServer,
  question: Question,
  rival: RunningServer,
  rivalQuestion: Question,
): Promise<void> {
  await forEach(sample(question.targets), async (index) => {
    const target = question.targets[index] ?? '';
    const ours = await fetchAsLoaded(galley, question, target);
    const theirs = await fetchAsLoaded(rival, rivalQuestion, rivalQuestion.targets[index] ?? '');
    check(`${rival.name} responds to ${target} in`, theirs.encoding, ours.encoding);
    if (decode(ours).equals(decode(theirs))) return;
    throw new Error(`${rival.name} responds to ${target} with other bytes than Galley does.`);
  });
}

/**
 * Throws where Galley's responses are not what was asked for: the status, whole JSON, headings exactly where they are
 * wanted, and, compressed, the bytes of the same response without compression.
 */
export async function checkResponses(galley: RunningServer, question: Question): Promise<void> {
  const isGzip = 'Accept-Encoding' in question.headers;
  await forEach(sample(question.targets), async (index) => {
    const target = question.targets[index] ?? '';
    const response = await fetchAsLoaded(galley, question, target);
    check(`${galley.name} responds to ${target} in`, response.encoding, isGzip ? 'gzip' : '');
    if (question.status !== 200) return;
    const body = decode(response);
    const plain = await fetchAsLoaded(galley, withoutEncoding(question), target);
    if (!body.equals(plain.body)) throw new Error(`${galley.name} responds to ${target} with other bytes in gzip.`);
    JSON.parse(body.toString());
    // Each of our articles begins with a level-one heading; of changes since a token there are none.
    const hasNone = /exclude_h1=true|exclude_html=true|since=/.test(target);
    check(`A heading in ${target} is`, body.includes('<h1'), !hasNone);
  });
}

/** With the status that is expected: for a 304 the tag that the same server gives is sent. */
export async function fetchAsLoaded(
  server: RunningServer,
  question: Question,
  target: string,
): Promise<FetchedResponse> {
  const { headers, status } = question;
  let response = await fetchResponse(server.address, target, headers);
  if (status === 304 && response.etag !== '') {
    response = await fetchResponse(server.address, target, { ...headers, 'If-None-Match': response.etag });
  }
  check(`The status of ${target} from ${server.name} is`, response.status, status);
  return response;
}

function decode({ encoding, body }: FetchedResponse): Buffer {
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

function sample(targets: readonly string[]): number[] {
  const step = Math.max(1, Math.ceil(targets.length / sampleSize));
  return targets.map((_, index) => index).filter((index) => index % step === 0);
}

function check<T>(what: string, found: T, expected: T): void {
  if (found !== expected) throw new Error(`${what} ${found || 'nothing'}, expected ${expected || 'nothing'}.`);
}
