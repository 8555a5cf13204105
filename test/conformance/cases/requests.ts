import { type Asked, type Case, type Expected, type Step, toMessage } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import type { ReceivedResponse } from '../send.ts';

/** The list. */
export const list = '/api/v1/articles';

/** A request with the good key. */
export function keyed({ key }: Fixture, target: string, more: Omit<Asked, 'target'> = {}): Asked {
  return { ...more, target, headers: { 'X-Api-Key': key, ...more.headers } };
}

/** What is asked in a step of a case, and what is expected. */
export type Exchanged = readonly [asked: Asked, expected: Expected];

export function toStep([asked, expected]: Exchanged): Step {
  return { asked, message: toMessage(asked), expected: [expected] };
}

/** A case of one request. */
export function one(section: string, title: string, asked: Asked, expected: Expected): Case {
  return { section, title, steps: [toStep([asked, expected])], needsKeyCheck: false };
}

/** A case of two, the second made from the response to the first. */
export function two(
  section: string,
  title: string,
  first: Exchanged,
  second: (response: ReceivedResponse) => Exchanged,
): Case {
  return {
    ...{ section, title, needsKeyCheck: false },
    steps: [toStep(first), ([response]) => toStep(second(response as ReceivedResponse))],
  };
}

/** The headers of a response, except those of its connection. */
export function headersOf({ headers }: ReceivedResponse): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !ofConnection.has(name)));
}

const ofConnection = new Set(['date', 'connection', 'keep-alive']);

/** A target without the hash of an asset, which titles do not name. */
export function shorten(target: string): string {
  return target.replace(/\.[0-9a-f]{32}/, '');
}
