import * as z from 'zod/mini';
import { sitePattern } from '../../src/core/format.ts';
import { usualArticleUrl } from '../../src/core/links.ts';
import { plainInfo } from '../release/description/service-info.ts';
import { defaultKeep } from '../release/ledger/kept-entries.ts';
import { toContentFolders } from '../source/content-folders.ts';
import { contentSettings } from './content-settings.ts';
import { serving, servingSettings } from './serving-settings.ts';
import type { Setting } from './setting.ts';
import { isArticleUrl, isOrigin, line, nonEmpty, oneOrMore, toOrigin, wholeNumber } from './setting-types.ts';

/** In the working directory. */
export const configFile = 'galley.config.yaml';

const building = ['build', 'check', 'diff', 'start', 'dev'];
const released = ['build', 'diff', ...serving, 'push', 'releases', 'rollback', 'prune', 'deploy check'];

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
  articleUrl: {
    text: 'The address that a link to another article becomes; `{slug}` stands for the slug.',
    type: z._default(z.string().check(z.refine(isArticleUrl)), usualArticleUrl),
    expected: 'Expected an address with {slug} in it, which begins with https://, http://, {site} or /.',
    examples: ['articleUrl: https://www.example.com/blog/{slug}'],
  },
  ...servingSettings,
  ...contentSettings,
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
export type Config = z.infer<typeof Config> & {
  /** Present where a command is about the release of drafts: see `toDraftsConfig`. */
  drafts?: true;
};
