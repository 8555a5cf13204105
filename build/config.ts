import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { UsageError } from '../src/usage-error.ts';
import { toContentFolders } from './content-folders.ts';
import { type FieldName, fieldNames } from './fields/field-names.ts';
import { nearWord } from './fields/near-word.ts';
import { isTimeZone } from './fields/zone-offset.ts';
import { type FieldNames as Names, plainReading } from './reading.ts';
import { plainInfo } from './release/service-info.ts';

/** The one place of configuration, in the working directory. */
export const configFile = 'galley.config.yaml';

/** What settings hold. */
const expects = {
  origin: 'Expected scheme and host alone, such as https://articles.example.com.',
  text: 'Expected text that is not empty.',
  yesOrNo: 'Expected true or false.',
  address: 'Expected an address with {slug} in it.',
  globs: 'Expected globs below the content folder, such as archive/**.',
  names: 'Expected a name for each field, or a list of names, such as {title: heading}.',
  origins:
    'Expected the origins of pages as browsers send them, such as https://app.example.com or http://localhost:3000 ' +
    "(scheme, host and port, no path), one or a list of them, or '*' for all.",
  metrics:
    'Expected an address that only you can reach, such as 127.0.0.1:9464 or [::1]:9464, or a port of 127.0.0.1 alone.',
  rateLimit:
    'Expected two whole numbers, such as {requests: 600, seconds: 60}: requests from 1 to 1000000000, seconds from 1 to 86400.',
  zone: 'Expected the IANA name of a time zone, such as Europe/Vienna.',
  line: 'Expected one line of text, of at most 200 characters.',
  contact: 'Expected name, url and email, or some of them, such as {email: help@example.com}.',
  page: 'Expected for url the address of a page, such as https://example.com/help.',
  email: 'Expected for email an address such as help@example.com.',
  color: 'Expected a colour in quotes, since # begins a comment, such as "#0a6cff" or "#06f".',
};

const site = z.string(expects.origin).check(
  z.overwrite((text) => text.replace(/\/+$/, '')),
  z.refine((text) => isOrigin(text), expects.origin),
  z.overwrite((text) => (isOrigin(text) ? new URL(text).origin : text)),
);

const name = z.string(expects.text).check(z.minLength(1, expects.text));

const yesOrNo = z.boolean(expects.yesOrNo);

/** A number, as a file holds it or as an option gives it. */
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

const glob = name.check(z.refine((text) => !/^(?:!|\/|[a-z]:)|(?:^|\/)\.\.(?:\/|$)|\\/i.test(text), expects.globs));

const folders = oneOrMore(name, 'Expected a folder, or a list of folders.').check(
  z.refine((given) => given.length > 0, 'Expected at least one folder.'),
);

const fields = Object.keys(fieldNames) as FieldName[];

const FieldNames = z.pipe(
  z.partialRecord(z.enum(fields), oneOrMore(name, expects.names), expects.names),
  z.transform((given): Names => given),
);

/** What people read, on one line. */
const line = z
  .string(expects.line)
  .check(z.trim(), z.minLength(1, expects.line), z.maxLength(200, expects.line), z.regex(/^\P{Cc}*$/u, expects.line));

const Contact = z.strictObject(
  {
    name: z.optional(line),
    url: z.optional(z.string(expects.page).check(z.refine(isPage, expects.page))),
    email: z.optional(z.email(expects.email)),
  },
  expects.contact,
);

const RateLimit = z.strictObject(
  { requests: count(1, 1e9, expects.rateLimit), seconds: count(1, 86_400, expects.rateLimit) },
  expects.rateLimit,
);

const metrics = z
  .pipe(
    z.union([z.int(), z.string()], expects.metrics),
    z.transform((given: number | string) => parseAddress(`${given}`)),
  )
  .check(z.refine((address) => address !== null, expects.metrics));

/** All settings, with their defaults. */
export const Config = z.strictObject({
  /** Where the API is reached; null means `http://` with host and port. */
  site: z._default(z.nullable(site), null),
  /** The folder of Markdown, or several. */
  content: z._default(
    z.pipe(
      folders,
      z.transform((given: string[]) => toContentFolders(given)),
    ),
    toContentFolders(['content']),
  ),
  out: z._default(name, 'public'),
  host: z._default(name, '127.0.0.1'),
  port: z._default(count(0, 65_535, 'Expected a port from 0, which picks one, to 65535.'), 8787),
  /** Processes that serve. */
  workers: z._default(count(1, 64, 'Expected a number of processes, from 1 to 64.'), 1),
  /** The keys file. */
  keys: z._default(name, 'galley.keys.json'),
  /** What a link to another Markdown file becomes. */
  articleUrl: z._default(
    z.string(expects.address).check(z.refine((text) => text.includes('{slug}'), expects.address)),
    '{site}/api/v1/articles/{slug}',
  ),
  /** Pages of which other origins may read the API. */
  cors: z._default(oneOrMore(origin, expects.origins), []),
  /** How often each key may ask. */
  rateLimit: z._default(z.nullable(RateLimit), null),
  /** Where metrics are served; null is nowhere. */
  metrics: z._default(z.nullable(metrics), null),
  /** HTML of authors is served as written. */
  trustedHtml: z._default(yesOrNo, false),
  /** What in the content folder is no content. */
  exclude: z._default(oneOrMore(glob, expects.globs), []),
  /** Further names of fields. */
  frontMatter: z._default(FieldNames, {}),
  /** Of dates without a zone. */
  timeZone: z._default(z.string(expects.zone).check(z.refine(isTimeZone, expects.zone)), plainReading.timeZone),
  /** Dates that front matter and path leave out come from git. */
  gitDates: z._default(yesOrNo, plainReading.gitDates),
  /** The largest file, in octets. */
  maxFileSize: z._default(
    count(1, 2 ** 29, 'Expected a number of bytes, from 1 to 536870912.'),
    plainReading.maxFileSize,
  ),
  /** The name of the API, for people who read its page and for programs that read its description. */
  title: z._default(line, plainInfo.title),
  /** Whom readers of the API ask. */
  contact: z._default(Contact, plainInfo.contact),
  /** Of the page: `#rgb` or `#rrggbb`. */
  color: z._default(
    z.string(expects.color).check(z.regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, expects.color)),
    plainInfo.color,
  ),
});
export type Config = z.infer<typeof Config>;

const settings = Object.keys(Config.shape);

/** What mappings hold. */
const members: Record<string, string> = {
  frontMatter: `Expected fields: ${fields.join(', ')}.`,
  contact: expects.contact,
  rateLimit: expects.rateLimit,
};

/** Reads the configuration; `flags` that are given win over the file. Throws `UsageError` that names the setting. */
export async function readConfig(flags: Partial<Record<keyof Config, unknown>>): Promise<Config> {
  const text = await readFile(configFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new UsageError(`${configFile} cannot be read: ${error.message}.`);
  });
  const written = text.trim() === '' ? {} : await parseYaml(text);
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const parsed = Config.safeParse({ ...written, ...given });
  if (parsed.success) return keepApart(parsed.data);
  const faults = parsed.error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
      return `${configFile}: ${issue.keys.join(', ')}: no such setting.${suggest(issue.keys)} There are ${settings.join(', ')}.`;
    }
    const name = String(issue.path[0] ?? '');
    const place = name in given ? `--${name}` : `${configFile}: ${name}`;
    const found = { ...written, ...given }[name];
    const expected = issue.code === 'unrecognized_keys' ? (members[name] ?? issue.message) : issue.message;
    return `${place}: found ${JSON.stringify(found)}. ${expected}`;
  });
  throw new UsageError(faults.join('\n'));
}

/** What misspelt settings are meant for. */
function suggest(keys: readonly string[]): string {
  const meant = keys.flatMap((key) => {
    const near = nearWord(
      key.toLowerCase(),
      settings.map((name) => name.toLowerCase()),
    );
    return settings.filter((name) => name.toLowerCase() === (near ?? key.toLowerCase()));
  });
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(', ')}?`;
}

/** A release among the articles would be found by whoever reads that folder. */
function keepApart(config: Config): Config {
  const { root, folders } = config.content;
  const folder = folders.find((each) => resolve(root, each) === resolve(config.out));
  if (folder === undefined) return config;
  throw new UsageError(
    `out: found ${config.out}, which is a content folder. Expected a folder that holds no articles.`,
  );
}

async function parseYaml(text: string): Promise<Record<string, unknown>> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault) throw new UsageError(`${configFile}: ${fault.message}`);
  const value: unknown = document.toJS();
  if (value === null || value === undefined) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${configFile}: expected settings such as "site: https://articles.example.com".`);
}

function isPage(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** `HOST:PORT`, with an IPv6 address in brackets; a port alone is one of this machine. */
function parseAddress(text: string): { host: string; port: number } | null {
  const [, bracketed, name, digits] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits ?? Number.NaN);
  return port <= 65_535 ? { host: bracketed ?? name ?? '127.0.0.1', port } : null;
}

function isOrigin(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return `${url.pathname}${url.search}${url.hash}${url.username}${url.password}` === '/';
}
