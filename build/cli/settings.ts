import * as z from 'zod/mini';
import { sitePattern } from '../../src/core/format.ts';
import { isTimeZone } from '../front-matter/dates/time-zones.ts';
import { type FieldType, fieldTypes, findWrongField, toDeclaredFields } from '../front-matter/declared-fields.ts';
import { type DetailName, detailNames, type FieldName, fieldNames } from '../front-matter/field-names.ts';
import { defaultContentOptions, type FieldNames } from '../front-matter/options.ts';
import { plainInfo } from '../release/description/service-info.ts';
import { defaultKeep } from '../release/ledger/kept-entries.ts';
import { toContentFolders } from '../source/content-folders.ts';
import {
  isArticleUrl,
  isOrigin,
  line,
  nonEmpty,
  oneOrMore,
  parseAddress,
  toOrigin,
  wholeNumber,
} from './setting-types.ts';

/** In the working directory. */
export const configFile = 'galley.config.yaml';

/** All about a setting: the schema, the options of commands, their help, messages and the guide are made from it. */
export interface Setting {
  /** One sentence, in Markdown. */
  text: string;
  /** The schema, with the default. */
  type: z.ZodMiniType;
  /** The default in words, where the value in the schema does not say it. */
  byDefault?: string;
  /** What a message says that it expects. */
  expected: string;
  /** Lines of `galley.config.yaml`: each is one way to write the setting. */
  examples: readonly string[];
  flag?: SettingFlag;
  /** Whether `serve`, `start` and `dev` alone obey it, and no program that calls an adapter. */
  ofServe?: boolean;
}

/** An option of commands that wins over the setting. */
export interface SettingFlag {
  /** As commander reads it. */
  flags: string;
  commands: readonly string[];
  /** Whether it may be repeated. */
  isList?: boolean;
}

const [building, serving] = [
  ['build', 'check', 'diff', 'start', 'dev'],
  ['serve', 'start', 'dev'],
];
const released = ['build', 'diff', ...serving, 'push', 'releases', 'rollback', 'prune', 'deploy check'];
const fields = Object.keys({ ...fieldNames, ...detailNames }) as (FieldName | DetailName)[];
const yesOrNo = 'Expected true or false.';

/** Every setting, in the order of the guide. */
export const settings = {
  site: {
    text: 'Scheme and host under which readers reach the API.',
    type: z._default(
      z.nullable(
        z.string().check(
          z.overwrite((text) => text.replace(/(?<!\/)\/+$/, '')),
          z.refine(isOrigin),
          z.overwrite(toOrigin),
          z.refine((text) => sitePattern.test(text)),
        ),
      ),
      null,
    ),
    byDefault: '`http://` with `host` and `port`',
    expected: 'Expected scheme and host alone, such as https://articles.example.com.',
    examples: ['site: https://articles.example.com'],
    flag: { flags: '--site <url>', commands: ['build', 'diff', 'start', 'dev'] },
  },
  content: {
    text: 'The folder of Markdown, or several folders that make one release.',
    type: z._default(
      z.pipe(
        oneOrMore(nonEmpty).check(z.minLength(1)),
        z.transform((given: string[]) => toContentFolders(given)),
      ),
      toContentFolders(['content']),
    ),
    byDefault: '`content`',
    expected: 'Expected a folder, or a list of folders.',
    examples: ['content: content', 'content: [blog, docs/news]'],
    flag: { flags: '--content <dir>', commands: [...building, 'new'], isList: true },
  },
  out: {
    text: 'The folder of the release.',
    type: z._default(nonEmpty.check(z.refine((text) => !/^s3:\/\//i.test(text))), 'public'),
    expected:
      'Expected a folder on this machine. For an object store, use galley push ADDRESS, galley serve --from ADDRESS, and ' +
      'galley releases, rollback and prune with --store ADDRESS.',
    examples: ['out: public'],
    flag: { flags: '--out <dir>', commands: [...released, 'check'] },
  },
  store: {
    text: 'The object store of `push`, `serve`, `releases`, `rollback` and `prune`; an option for it, or `--out`, wins.',
    type: z._default(
      z.nullable(
        z.strictObject({
          address: z.string().check(z.regex(/^s3:\/\/[^/?#@]+(?:\/[^?#]*)?$/)),
          lock: z._default(z.boolean(), true),
        }),
      ),
      null,
    ),
    byDefault: 'none',
    expected:
      'Expected an address, such as {address: s3://BUCKET/PREFIX}, ' +
      'and lock: false for a store without conditional requests.',
    examples: ['store: {address: s3://BUCKET/PREFIX}', 'store: {address: s3://BUCKET, lock: false}'],
  },
  keep: {
    text: 'For how many hours an older release is kept, and how many releases are kept at most.',
    type: z._default(
      z.strictObject({
        hours: z._default(wholeNumber(0, 8784), defaultKeep.hours),
        releases: z._default(wholeNumber(1, 1000), defaultKeep.releases),
      }),
      defaultKeep,
    ),
    expected: 'Expected hours from 0 to 8784, releases from 1 to 1000, or both, such as {hours: 24, releases: 100}.',
    examples: ['keep: {hours: 24, releases: 100}', 'keep: {hours: 1}'],
  },
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
  articleUrl: {
    text: 'The address that a link to another article becomes; `{slug}` stands for the slug.',
    type: z._default(z.string().check(z.refine(isArticleUrl)), '{site}/api/v1/articles/{slug}'),
    expected: 'Expected an address with {slug} in it, which begins with https://, http://, {site} or /.',
    examples: ['articleUrl: https://www.example.com/blog/{slug}'],
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
  trustedHtml: {
    text: 'Whether HTML that authors write is served as it is, scripts included.',
    type: z._default(z.boolean(), false),
    expected: yesOrNo,
    examples: ['trustedHtml: true'],
  },
  invalid: {
    text: 'Whether a file with an error is skipped, or stops the build.',
    type: z._default(z.enum(['skip', 'fail']), 'skip'),
    expected: 'Expected skip, or fail.',
    examples: ['invalid: fail'],
  },
  exclude: {
    text: 'Globs of files in the content folder that are not content.',
    type: z._default(
      oneOrMore(nonEmpty.check(z.refine((text) => !/^(?:!|\/|[a-z]:)|(?:^|\/)\.\.(?:\/|$)|\\/i.test(text)))),
      [],
    ),
    byDefault: 'none',
    expected: 'Expected globs below the content folder, such as archive/**.',
    examples: ['exclude: archive/**', 'exclude: [archive/**, README.md]'],
  },
  dialects: {
    text: 'Turns a dialect of another program on or off. By default, the content folder and those above it decide.',
    // The names are checked where the table of dialects is loaded.
    type: z._default(z.record(z.string(), z.boolean()), {}),
    byDefault: 'what is detected',
    expected: 'Expected true or false for each dialect.',
    examples: ['dialects: {obsidian: false}'],
  },
  frontMatter: {
    text: 'Further names under which fields of front matter are read.',
    type: z._default(
      z.pipe(
        z.partialRecord(z.enum(fields), oneOrMore(nonEmpty)),
        z.transform((given): FieldNames => given),
      ),
      {},
    ),
    byDefault: 'none',
    expected: `Expected a name or a list of names for fields, such as {title: heading}. Fields: ${fields.join(', ')}.`,
    examples: ['frontMatter: {title: heading, header_image: [extra.thumbnail, images]}'],
  },
  fields: {
    text: 'Fields of front matter that readers get in `details`, each with its type: `text`, `boolean`, `number`, `list`, `url`, `image`, `images` or `any`.',
    type: z._default(
      z.pipe(
        z
          .custom<Readonly<Record<string, FieldType>>>((given) => findWrongField(given) === null)
          .check(z.meta({ type: 'object', additionalProperties: { enum: fieldTypes } })),
        z.transform(toDeclaredFields),
      ),
      [],
    ),
    byDefault: 'none',
    expected: 'Expected names of fields and their types, such as {series: text, featured: boolean}.',
    examples: [
      'fields: {series: text, featured: boolean, rating: number}',
      'fields: {contributors: list, cover: image}',
    ],
  },
  notHiding: {
    text: 'Rules that hide no article: names of front matter, `drafts-folder`, `draft-name`, `conflict-copy`, `template`, `resource`, and rules of other programs.',
    // The names are checked where the table of dialects is loaded.
    type: z._default(oneOrMore(nonEmpty), []),
    byDefault: 'none',
    expected: 'Expected names that hide an article, such as expires, drafts-folder or conflict-copy.',
    examples: ['notHiding: expires', 'notHiding: [unlisted, template]'],
  },
  timeZone: {
    text: 'The time zone of dates that name none, by its IANA name.',
    type: z._default(z.nullable(z.string().check(z.refine(isTimeZone))), null),
    byDefault: 'that of the settings of [the site](./moving-a-folder.md#dates), or `UTC`',
    expected: 'Expected the IANA name of a time zone, such as Europe/Vienna.',
    examples: ['timeZone: Europe/Vienna'],
  },
  gitDates: {
    text: 'Whether dates that are in neither front matter nor path come from the history in git.',
    type: z._default(z.boolean(), defaultContentOptions.gitDates),
    expected: yesOrNo,
    examples: ['gitDates: true'],
  },
  maxFileSize: {
    text: 'The size of the largest Markdown file that is read, in bytes.',
    type: z._default(wholeNumber(1, 2 ** 29), defaultContentOptions.maxFileSize),
    expected: 'Expected a number of bytes, from 1 to 536870912.',
    examples: ['maxFileSize: 1000000'],
  },
  title: {
    text: 'The name of the API, on the page at `/` and in `/openapi.json`.',
    type: z._default(line, plainInfo.title),
    expected: 'Expected one line of text, of at most 200 characters.',
    examples: ['title: Example News'],
  },
  contact: {
    text: 'Whom readers of the API can ask, as the page at `/` and `/openapi.json` say.',
    type: z._default(
      z.strictObject({
        name: z.optional(line),
        url: z.optional(z.string().check(z.refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text)))),
        email: z.optional(z.email()),
      }),
      plainInfo.contact,
    ),
    byDefault: 'none',
    expected:
      'Expected a name, a url such as https://example.com/help, and an email such as help@example.com, or some of them.',
    examples: ['contact: {name: Editors, email: api@example.com}', 'contact: {url: https://example.com/help}'],
  },
  editor: {
    text: 'The address that opens a problem in your editor, from the page of `galley dev`.',
    // An address of a program on this machine: one that runs a script in the page is none.
    type: z._default(
      z.string().check(z.regex(/^(?!javascript|data|vbscript|blob)[a-z][a-z\d+.-]*:\S*\{path\}/i)),
      'vscode://file{path}:{line}:{column}',
    ),
    expected: 'Expected an address with {path} in it, such as vscode://file{path}:{line}:{column}.',
    examples: [
      'editor: cursor://file{path}:{line}:{column}',
      'editor: zed://file{path}:{line}:{column}',
      'editor: idea://open?file={path}&line={line}&column={column}',
      'editor: vscode://vscode-remote/wsl+Ubuntu{path}:{line}:{column}',
    ],
  },
  color: {
    text: 'The colour of the page at `/`.',
    type: z._default(z.string().check(z.regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i)), plainInfo.color),
    expected: 'Expected a colour in quotes, such as "#0a6cff" or "#06f". Without quotes, # begins a comment.',
    examples: ['color: "#0a6cff"', 'color: "#06f"'],
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

/** The schema of `galley.config.yaml`: all settings, with their defaults. */
export const Config = z.strictObject(
  Object.fromEntries(Object.entries(settings).map(([name, { type }]) => [name, type])) as {
    [Name in SettingName]: (typeof settings)[Name]['type'];
  },
);
export type Config = z.infer<typeof Config>;
