import type { Message, ReceivedResponse } from './send.ts';

/** A request in parts. */
export interface Asked {
  /** GET by default. */
  method?: string;
  /** As on the request line. */
  target: string;
  /** Several values of one name are sent as several fields. `Host` is there by default. */
  headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** What a response must be, beside what holds for all of its status. */
export interface Expected {
  status: number;
  /** Names in lower case; null where the field must be absent. */
  headers?: Readonly<Record<string, string | RegExp | null>>;
  /** The body: its bytes, or its text. Of a gzip form, decoded. */
  body?: string | Buffer;
  /** Throws where the response is not what it must be. `text` is decoded. */
  check?: (text: string, response: ReceivedResponse) => void;
}

/** One message and its responses. */
export interface Step {
  /** In parts; null of bare bytes. */
  asked: Asked | null;
  message: Message;
  expected: readonly Expected[];
}

export interface Case {
  /** A heading of the contract. */
  section: string;
  /** In its words. Unique within the section. */
  title: string;
  /** One after the other; each may depend on what was answered before. */
  steps: readonly (Step | ((responses: readonly ReceivedResponse[]) => Step))[];
  /** Whether it expects a refusal that only the check of the key gives: with that switched off, it must fail. */
  needsKeyCheck: boolean;
  /** Whether a platform is known not to respond to it: the suite does not wait as long for it. */
  isSilent?: boolean;
}

/** The bytes of a request. */
export function toMessage({ method = 'GET', target, headers = {} }: Asked): Message {
  const lines = Object.entries({ Host: 'adapter.example', ...headers }).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}`),
  );
  const text = `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
  const isAlone = method === 'GET' && headers['If-None-Match'] === undefined;
  return { chunks: [Buffer.from(text, 'latin1')], methods: [method], responses: 1, isAlone };
}

/** Bytes as they are, one character each, for one connection. */
export function toRaw(text: string | readonly string[], responses = 1, methods?: readonly string[]): Message {
  const chunks = typeof text === 'string' ? [text] : text;
  const [method = ''] = chunks.join('').trimStart().split(' ', 1);
  return { chunks: chunks.map((chunk) => Buffer.from(chunk, 'latin1')), methods: methods ?? [method], responses };
}
