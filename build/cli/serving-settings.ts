import * as z from 'zod/mini';
import type { Setting } from './setting.ts';
import { isOrigin, nonEmpty, oneOrMore, parseAddress, toOrigin, wholeNumber, yesOrNo } from './setting-types.ts';

/** The commands that serve. */
export const serving = ['serve', 'start', 'dev'];

/** What a server of a release obeys, in the order of the guide. */
export const servingSettings = {
  host: {
    text: 'The address on which `serve` listens.',
    type: z._default(nonEmpty, '127.0.0.1'),
    expected: 'Expected the name or address of an interface, such as 127.0.0.1. Without a site, links begin with it.',
    examples: ['host: 0.0.0.0'],
    flag: { flags: '--host <host>', commands: serving },
  },
  port: {
    text: 'The port on which `serve` listens; 0 picks a free one.',
    type: z._default(wholeNumber(0, 65_535), 8787),
    expected: 'Expected a port from 1 to 65535, or 0 for any free port.',
    examples: ['port: 8080'],
    flag: { flags: '--port <number>', commands: serving },
  },
  workers: {
    text: 'How many processes `serve` uses.',
    ofServe: true,
    type: z._default(wholeNumber(1, 64), 1),
    expected: 'Expected a number of processes, from 1 to 64.',
    examples: ['workers: 4'],
    flag: { flags: '--workers <number>', commands: ['serve'] },
  },
  keys: {
    text: 'The file from which `serve` reads the digests of the keys.',
    type: z._default(nonEmpty, 'galley.keys.json'),
    expected: 'Expected the path of a file.',
    examples: ['keys: /etc/galley/keys.json'],
    flag: { flags: '--keys <file>', commands: ['serve'] },
  },
  rateLimit: {
    text: 'How many requests each key may send in how many seconds.',
    type: z._default(
      z.nullable(z.strictObject({ requests: wholeNumber(1, 1e9), seconds: wholeNumber(1, 86_400) })),
      null,
    ),
    byDefault: 'no limit',
    expected:
      'Expected two whole numbers, such as {requests: 600, seconds: 60}: requests from 1 to 1000000000, seconds from 1 to 86400.',
    examples: ['rateLimit: {requests: 600, seconds: 60}'],
  },
  keepAlive: {
    text: 'How many seconds `serve` and `start` keep a connection that nothing is asked on: longer than a load balancer in front does.',
    ofServe: true,
    type: z._default(wholeNumber(1, 86_400), 65),
    expected: 'Expected a whole number of seconds from 1 to 86400, such as 610.',
    examples: ['keepAlive: 610'],
  },
  nginxCache: {
    text: 'How many seconds an nginx in front of `serve` may keep a response, if it checks keys itself.',
    ofServe: true,
    type: z._default(z.nullable(z.strictObject({ seconds: wholeNumber(1, 3600) })), null),
    byDefault: 'not at all',
    expected: 'Expected how many seconds nginx may keep a response, from 1 to 3600, such as {seconds: 5}.',
    examples: ['nginxCache: {seconds: 5}'],
  },
  cors: {
    text: 'Origins whose pages may read the API.',
    // `null`, which any page can have as its origin, is none.
    type: z._default(
      z.nullable(
        oneOrMore(
          z.string().check(
            z.refine((text) => text === '*' || (isOrigin(text) && !text.includes('*'))),
            z.overwrite(toOrigin),
          ),
        ),
      ),
      null,
    ),
    byDefault: 'none',
    expected:
      'Expected the origins of pages as browsers send them, such as https://app.example.com or http://localhost:3000 ' +
      "(scheme, host and port, no path), one or a list of them, or '*' for all.",
    examples: [
      'cors: https://app.example.com',
      "cors: [https://app.example.com, 'http://localhost:3000']",
      "cors: '*'",
    ],
  },
  metrics: {
    text: 'The address at which `serve` and `start` give metrics to Prometheus, at `/metrics`.',
    ofServe: true,
    type: z._default(
      z.nullable(
        z
          .pipe(
            z.union([z.int(), z.string()]),
            z.transform((address) => parseAddress(`${address}`)),
          )
          .check(z.refine((address) => address !== null)),
      ),
      null,
    ),
    byDefault: 'nowhere',
    expected:
      'Expected an address that only you can reach, such as 127.0.0.1:9464 or [::1]:9464, or only a port of 127.0.0.1.',
    examples: ['metrics: 127.0.0.1:9464', 'metrics: 9464'],
    flag: { flags: '--metrics <address>', commands: ['serve'] },
  },
  hooks: {
    text: 'Addresses to which `serve` sends an event when a release is activated, or articles are published by their dates. Needs `GALLEY_HOOK_SECRET`.',
    ofServe: true,
    type: z._default(oneOrMore(nonEmpty), []),
    byDefault: 'none',
    expected: 'Expected addresses with https, or with http on this machine.',
    examples: ['hooks: https://www.example.com/rebuild'],
    flag: { flags: '--hook <url>', commands: ['serve'], isList: true },
  },
  hooksFile: {
    text: 'The file in which `serve` keeps events that hooks did not take yet.',
    ofServe: true,
    type: z._default(z.nullable(nonEmpty), null),
    byDefault: '`galley-hooks.json` beside the keys file',
    expected: 'Expected the path of a file.',
    examples: ['hooksFile: /var/lib/galley/hooks.json'],
    flag: { flags: '--hooks-file <file>', commands: ['serve'] },
  },
  fastPath: {
    text: 'Whether `serve` reads plain GET requests itself, instead of the HTTP parser of Node.',
    ofServe: true,
    type: z._default(z.boolean(), true),
    expected: yesOrNo,
    examples: ['fastPath: false'],
  },
} as const satisfies Record<string, Setting>;
