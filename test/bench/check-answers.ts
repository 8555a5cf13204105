import { gunzipSync } from 'node:zlib';
import { type Answer, fetchAnswer, forEach } from './fetch-answer.ts';
import type { Question } from './questions.ts';
import type { RunningServer } from './start-server.ts';
import { withoutEncoding } from './write-bodies.ts';

/** At most so many answers of each server are looked at. */
const sampleSize = 200;

/**
 * Throws where a rival answers other bytes, once decompressed, or with another status or encoding, than Galley does.
 * Targets correspond by their place.
 */
export async function compareAnswers(
  galley: RunningServer,
  question: Question,
  rival: RunningServer,
  rivalQuestion: Question,
): Promise<void> {
  await forEach(sample(question.targets), async (index) => {
    const target = question.targets[index] ?? '';
    const ours = await fetchAsLoaded(galley, question, target);
    const theirs = await fetchAsLoaded(rival, rivalQuestion, rivalQuestion.targets[index] ?? '');
    check(`${rival.name} answers ${target} in`, theirs.encoding, ours.encoding);
    if (decode(ours).equals(decode(theirs))) return;
    throw new Error(`${rival.name} answers ${target} with other bytes than Galley does.`);
  });
}

/**
 * Throws where Galley's answers are not what was asked for: the status, whole JSON, headings exactly where they are
 * wanted, and, compressed, the bytes of the same answer without compression.
 */
export async function checkAnswers(galley: RunningServer, question: Question): Promise<void> {
  const isGzip = 'Accept-Encoding' in question.headers;
  await forEach(sample(question.targets), async (index) => {
    const target = question.targets[index] ?? '';
    const answer = await fetchAsLoaded(galley, question, target);
    check(`${galley.name} answers ${target} in`, answer.encoding, isGzip ? 'gzip' : '');
    if (question.status !== 200) return;
    const body = decode(answer);
    const plain = await fetchAsLoaded(galley, withoutEncoding(question), target);
    if (!body.equals(plain.body)) throw new Error(`${galley.name} answers ${target} with other bytes in gzip.`);
    JSON.parse(body.toString());
    // Each of our articles begins with a level-one heading.
    check(`A heading in ${target} is`, body.includes('<h1'), !target.includes('exclude_h1=true'));
  });
}

/** With the status that is expected: for a 304 the tag that the same server gives is sent. */
export async function fetchAsLoaded(server: RunningServer, question: Question, target: string): Promise<Answer> {
  const { headers, status } = question;
  let answer = await fetchAnswer(server.address, target, headers);
  if (status === 304 && answer.etag !== '') {
    answer = await fetchAnswer(server.address, target, { ...headers, 'If-None-Match': answer.etag });
  }
  check(`The status of ${target} from ${server.name} is`, answer.status, status);
  return answer;
}

function decode({ encoding, body }: Answer): Buffer {
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

function sample(targets: readonly string[]): number[] {
  const step = Math.max(1, Math.ceil(targets.length / sampleSize));
  return targets.map((_, index) => index).filter((index) => index % step === 0);
}

function check<T>(what: string, found: T, expected: T): void {
  if (found !== expected) throw new Error(`${what} ${found || 'nothing'}, expected ${expected || 'nothing'}.`);
}
