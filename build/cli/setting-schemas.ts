import * as z from 'zod/mini';
import { sitePattern } from '../../src/core/format.ts';
import { isTimeZone } from '../front-matter/dates/zone-offset.ts';
import { type FieldName, fieldNames } from '../front-matter/field-names.ts';
import type { FieldNames } from '../front-matter/options.ts';
import { defaultKeep } from '../release/ledger/kept-entries.ts';
import { toContentFolders } from '../source/content-folders.ts';

/** What is expected, for messages about something else. */
const expects = {
  origin: 'Expected scheme and host alone, such as https://articles.example.com.',
  text: 'Expected text that is not empty.',
  out:
    'Expected a folder of this machine. galley push puts its release into an object store; galley serve --from serves that, and ' +
    '--store names it for galley releases, rollback and prune.',
  yesOrNo: 'Expected true or false.',
  invalid: 'Expected fail, or skip.',
  address: 'Expected an address with {slug} in it.',
  editor: 'Expected an address with {path} in it, such as vscode://file{path}:{line}:{column}.',
  globs: 'Expected globs below the content folder, such as archive/**.',
  names: 'Expected a name for each field, or a list of names, such as {title: heading}.',
  dialects: 'Expected true or false for each dialect.',
  origins:
    'Expected the origins of pages as browsers send them, such as https://app.example.com or http://localhost:3000 ' +
    "(scheme, host and port, no path), one or a list of them, or '*' for all.",
  metrics:
    'Expected an address that only you can reach, such as 127.0.0.1:9464 or [::1]:9464, or a port of 127.0.0.1 alone; or that and ' +
    'whether scheduled articles are counted, as {address: 127.0.0.1:9464, scheduled: true}.',
  rateLimit:
    'Expected two whole numbers, such as {requests: 600, seconds: 60}: requests from 1 to 1000000000, seconds from 1 to 86400.',
  nginxCache: 'Expected how many seconds nginx may keep an answer, from 1 to 3600, such as {seconds: 5}.',
  keep:
    'Expected how long releases are kept and how many whole, or one of them, such as {hours: 24, releases: 100}: ' +
    'hours from 0 to 8784, releases from 1 to 1000.',
  zone: 'Expected the IANA name of a time zone, such as Europe/Vienna.',
  line: 'Expected one line of text, of at most 200 characters.',
  contact: 'Expected name, url and email, or some of them, such as {email: help@example.com}.',
  page: 'Expected for url the address of a page, such as https://example.com/help.',
  email: 'Expected for email an address such as help@example.com.',
  color: 'Expected a colour in quotes, since # begins a comment, such as "#0a6cff" or "#06f".',
};

export const site = z.string(expects.origin).check(
  z.overwrite((text) => text.replace(/(?<!\/)\/+$/, '')),
  z.refine((text) => isOrigin(text), expects.origin),
  z.overwrite((text) => (isOrigin(text) ? new URL(text).origin : text)),
  z.refine((text) => sitePattern.test(text), expects.origin),
);

export const nonEmpty = z.string(expects.text).check(z.minLength(1, expects.text));

/** A folder; an object store has options of its own. */
export const out = nonEmpty.check(z.refine((text) => !/^s3:\/\//i.test(text), expects.out));

export const yesOrNo = z.boolean(expects.yesOrNo);

export const invalid = z.enum(['fail', 'skip'], expects.invalid);

/** A whole number, or its digits as an option gives them. */
function count(least: number, most: number, expected: string) {
  return z.pipe(
    z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))], expected),
    z.int(expected).check(z.gte(least, expected), z.lte(most, expected)),
  );
}

/** One text or a list of them. */
function oneOrMore(text: z.ZodMiniType<string, string>, expected?: string) {
  return z.pipe(
    z.union([text, z.array(text)], expected),
    z.transform((given: string | string[]) => [given].flat()),
  );
}

/** `*`, or an origin in the form that browsers send. `null`, which any page can have, is none. */
const origin = z.string(expects.origins).check(
  z.refine((text) => text === '*' || (isOrigin(text) && !text.includes('*')), expects.origins),
  z.overwrite((text) => (isOrigin(text) ? new URL(text).origin : text)),
);

export const origins = oneOrMore(origin, expects.origins);

export const globs = oneOrMore(
  nonEmpty.check(z.refine((text) => !/^(?:!|\/|[a-z]:)|(?:^|\/)\.\.(?:\/|$)|\\/i.test(text), expects.globs)),
  expects.globs,
);

export const content = z.pipe(
  oneOrMore(nonEmpty, 'Expected a folder, or a list of folders.').check(
    z.refine((given) => given.length > 0, 'Expected at least one folder.'),
  ),
  z.transform((given: string[]) => toContentFolders(given)),
);

export const port = count(0, 65_535, 'Expected a port from 0, which picks one, to 65535.');

export const workers = count(1, 64, 'Expected a number of processes, from 1 to 64.');

export const maxFileSize = count(1, 2 ** 29, 'Expected a number of bytes, from 1 to 536870912.');

export const articleUrl = z.string(expects.address).check(z.refine((text) => text.includes('{slug}'), expects.address));

/** An address of a program on this machine: one that runs a script in the page is none. */
export const editor = z
  .string(expects.editor)
  .check(
    z.refine((text) => /^(?!javascript|data|vbscript|blob)[a-z][a-z\d+.-]*:\S*\{path\}/i.test(text), expects.editor),
  );

export const timeZone = z.string(expects.zone).check(z.refine(isTimeZone, expects.zone));

export const color = z.string(expects.color).check(z.regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, expects.color));

const fields = Object.keys(fieldNames) as FieldName[];

export const frontMatter = z.pipe(
  z.partialRecord(z.enum(fields), oneOrMore(nonEmpty, expects.names), expects.names),
  z.transform((given): FieldNames => given),
);

/** The names are checked where the table of dialects is loaded. */
export const dialects = z.record(z.string(), z.boolean(expects.dialects), expects.dialects);

/** One line of text for people. */
export const line = z
  .string(expects.line)
  .check(z.trim(), z.minLength(1, expects.line), z.maxLength(200, expects.line), z.regex(/^\P{Cc}*$/u, expects.line));

export const contact = z.strictObject(
  {
    name: z.optional(line),
    url: z.optional(z.string(expects.page).check(z.refine(isPage, expects.page))),
    email: z.optional(z.email(expects.email)),
  },
  expects.contact,
);

export const rateLimit = z.strictObject(
  { requests: count(1, 1e9, expects.rateLimit), seconds: count(1, 86_400, expects.rateLimit) },
  expects.rateLimit,
);

export const nginxCache = z.strictObject({ seconds: count(1, 3600, expects.nginxCache) }, expects.nginxCache);

export const keep = z.strictObject(
  {
    hours: z._default(count(0, 8784, expects.keep), defaultKeep.hours),
    releases: z._default(count(1, 1000, expects.keep), defaultKeep.releases),
  },
  expects.keep,
);

const metricsAddress = z.union([z.int(), z.string()]);

export const metrics = z
  .pipe(
    z.union(
      [metricsAddress, z.strictObject({ address: metricsAddress, scheduled: z._default(z.boolean(), false) })],
      expects.metrics,
    ),
    z.transform((given) => {
      const { address, scheduled } = typeof given === 'object' ? given : { address: given, scheduled: false };
      const place = parseAddress(`${address}`);
      return place && { ...place, scheduled };
    }),
  )
  .check(z.refine((address) => address !== null, expects.metrics));

/** What is expected of a mapping, for messages about an unknown member. */
export const members: Record<string, string> = {
  frontMatter: `Expected fields: ${fields.join(', ')}.`,
  contact: expects.contact,
  rateLimit: expects.rateLimit,
  nginxCache: expects.nginxCache,
  keep: expects.keep,
};

function isPage(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** `HOST:PORT`, with an IPv6 address in brackets; a port alone is one of this machine. */
function parseAddress(text: string): { host: string; port: number } | null {
  const [, bracketed, name, digits] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  const number = Number(digits ?? Number.NaN);
  return number <= 65_535 ? { host: bracketed ?? name ?? '127.0.0.1', port: number } : null;
}

function isOrigin(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return `${url.pathname}${url.search}${url.hash}${url.username}${url.password}` === '/';
}
