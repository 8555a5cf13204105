import type { Answered, Message } from './send.ts';

/** A request in parts. */
export interface Asked {
  /** GET unless given. */
  method?: string;
  /** As on the request line. */
  target: string;
  /** Several values of one name are sent as several fields. `Host` is there unless given. */
  headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** What an answer must be, beside what holds for all of its status. */
export interface Expected {
  status: number;
  /** Names in lower case; null where the field must be absent. */
  headers?: Readonly<Record<string, string | RegExp | null>>;
  /** The body: its bytes, or its text. Of a gzip form, decoded. */
  body?: string | Buffer;
  /** Throws where the answer is not what it must be. `text` is decoded. */
  check?: (text: string, answer: Answered) => void;
}

/** One message and its answers. */
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
  steps: readonly (Step | ((answers: readonly Answered[]) => Step))[];
  /** Whether it expects a refusal that only the check of the key gives: with that switched off, it must fail. */
  needsKeyCheck: boolean;
  /** Whether a platform is known not to answer it: it is not waited for as long. */
  isSilent?: boolean;
}

/** The bytes of a request. */
export function toMessage({ method = 'GET', target, headers = {} }: Asked): Message {
  const lines = Object.entries({ Host: 'door.example', ...headers }).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}`),
  );
  const text = `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
  const isAlone = method === 'GET' && headers['If-None-Match'] === undefined;
  return { pieces: [Buffer.from(text, 'latin1')], methods: [method], answers: 1, isAlone };
}

/** Bytes as they are, one character each, for one connection. */
export function toRaw(text: string | readonly string[], answers = 1, methods?: readonly string[]): Message {
  const pieces = typeof text === 'string' ? [text] : text;
  const [method = ''] = pieces.join('').trimStart().split(' ', 1);
  return { pieces: pieces.map((piece) => Buffer.from(piece, 'latin1')), methods: methods ?? [method], answers };
}
