import { Argument, InvalidArgumentError, Option } from 'commander';
import type { RateLimit } from '../../src/core/rate-limit.ts';
import type { CommandEntry } from './command-entry.ts';

const json = new Option('--json', 'print JSON');

/** `galley key …` */
export const keyCommands: readonly CommandEntry[] = [
  {
    name: 'key new',
    text: 'make a key and print it; it is shown only once',
    args: [new Argument('<name>', 'the name of the key, as the log shows it')],
    options: [
      new Option('--expires <date>', 'when the key ends: YYYY-MM-DD (at 0:00 in UTC), or an RFC 3339 date-time'),
      new Option('--drafts', 'opens the release of drafts, and not the public one; needs --expires').conflicts(
        'origin',
      ),
      new Option('--only <slug>', 'with --drafts: the only article that it opens; may be repeated').argParser(toList),
      new Option(
        '--origin <url>',
        'opens the public release to pages of this origin alone; needs --limit; may be repeated',
      ).argParser(toList),
      new Option(
        '--limit <requests/seconds>',
        'with --origin: how often all these pages together may ask, such as 60/60',
      ).argParser(toLimit),
      json,
    ],
    run: async (config, flags, output, name = '') => (await import('./key.ts')).makeKey(config, name, flags, output),
  },
  {
    name: 'key list',
    text: 'list the keys',
    options: [json],
    run: async (config, flags, output) => (await import('./key.ts')).listKeys(config, flags, output),
  },
  {
    name: 'key rotate',
    text: 'make a new key that replaces another; both are accepted for some time',
    args: [new Argument('<name>', 'the name of the old key')],
    options: [
      new Option('--overlap <hours>', 'how long both are accepted, such as 24h or 7d (default: 24h)').argParser(
        toHours,
      ),
      json,
    ],
    run: async (config, { overlap = 24, ...flags }, output, name = '') =>
      (await import('./key.ts')).rotateKey(config, name, { overlap, ...flags }, output),
  },
  {
    name: 'key revoke',
    text: 'revoke a key; a running server refuses it within a second',
    args: [new Argument('<name>', 'the name of the key')],
    run: async (config, _, output, name = '') => (await import('./key.ts')).revokeKey(config, name, output),
  },
];

function toList(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** For commander: requests, and in how many seconds. Throws `InvalidArgumentError`. */
function toLimit(text: string): RateLimit {
  const [, requests = '', seconds = ''] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (seconds === '') throw new InvalidArgumentError('Expected requests and seconds, such as 60/60.');
  return { requests: Number(requests), seconds: Number(seconds) };
}

/** For commander: hours. Throws `InvalidArgumentError`. */
function toHours(text: string): number {
  const [, digits = '', unit = 'h'] = /^(\d{1,5})([hd])?$/.exec(text) ?? [];
  if (digits === '') throw new InvalidArgumentError('Expected hours or days, such as 24h or 7d.');
  return Number(digits) * (unit === 'd' ? 24 : 1);
}
