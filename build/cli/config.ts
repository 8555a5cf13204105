import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { toSite } from '../../src/adapters/node/address.ts';
import { sitePattern } from '../../src/core/format.ts';
import { UsageError } from '../../src/usage-error.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import { nearWord } from '../problems/near-word.ts';
import { plainInfo } from '../release/description/service-info.ts';
import { defaultKeep } from '../release/ledger/kept-entries.ts';
import { toContentFolders } from '../source/content-folders.ts';
import { configFile, settingPlace } from './setting-place.ts';
import {
  articleUrl,
  color,
  contact,
  content,
  dialects,
  editor,
  frontMatter,
  globs,
  invalid,
  keep,
  line,
  maxFileSize,
  members,
  metrics,
  nginxCache,
  nonEmpty,
  origins,
  out,
  port,
  rateLimit,
  site,
  timeZone,
  workers,
  yesOrNo,
} from './setting-schemas.ts';

/** All settings, with their defaults. */
export const Config = z.strictObject({
  /** Where the API is reached; null means `http://` with host and port. */
  site: z._default(z.nullable(site), null),
  /** The folder of Markdown, or several. */
  content: z._default(content, toContentFolders(['content'])),
  out: z._default(out, 'public'),
  /** How long releases are kept, in hours since they were current, and how many at most. */
  keep: z._default(keep, defaultKeep),
  host: z._default(nonEmpty, '127.0.0.1'),
  port: z._default(port, 8787),
  /** Processes that serve. */
  workers: z._default(workers, 1),
  /** The keys file. */
  keys: z._default(nonEmpty, 'galley.keys.json'),
  /** What a link to another Markdown file becomes. */
  articleUrl: z._default(articleUrl, '{site}/api/v1/articles/{slug}'),
  /** How often each key may ask. */
  rateLimit: z._default(z.nullable(rateLimit), null),
  /** How long nginx may keep answers, where it checks the key. */
  nginxCache: z._default(z.nullable(nginxCache), null),
  /** Pages of which other origins may read the API. */
  cors: z._default(origins, []),
  /** Where metrics are served; null is nowhere. */
  metrics: z._default(z.nullable(metrics), null),
  /** Galley reads plain requests itself. */
  fastPath: z._default(yesOrNo, true),
  /** Whether HTML of authors is served as written. */
  trustedHtml: z._default(yesOrNo, false),
  /** Whether a file with errors stops the build, or is left out. */
  invalid: z._default(invalid, 'fail'),
  /** Globs of files in the content folder that are no content. */
  exclude: z._default(globs, []),
  /** Dialects that are on or off, whatever is detected. */
  dialects: z._default(dialects, {}),
  /** Further names of fields. */
  frontMatter: z._default(frontMatter, {}),
  /** The zone of dates that name none. */
  timeZone: z._default(timeZone, defaultContentOptions.timeZone),
  /** Whether git gives dates that front matter and path leave out. */
  gitDates: z._default(yesOrNo, defaultContentOptions.gitDates),
  /** The largest file, in bytes. */
  maxFileSize: z._default(maxFileSize, defaultContentOptions.maxFileSize),
  /** The name of the API, for people who read its page and for programs that read its description. */
  title: z._default(line, plainInfo.title),
  /** Whom readers of the API can ask. */
  contact: z._default(contact, plainInfo.contact),
  /** What opens a file in an editor, for the page of `galley dev`. */
  editor: z._default(editor, 'vscode://file{path}:{line}:{column}'),
  /** The colour of the page at `/`: `#rgb` or `#rrggbb`. */
  color: z._default(color, plainInfo.color),
});
export type Config = z.infer<typeof Config>;

const settings = Object.keys(Config.shape);

/** Reads the configuration; `flags` that are given win over the file. Throws `UsageError` that names the setting. */
export async function readConfig(flags: Partial<Record<keyof Config, unknown>>): Promise<Config> {
  const text = await readFile(configFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new UsageError(`${configFile} cannot be read: ${error.message}.`);
  });
  const written = text.trim() === '' ? {} : await parseYaml(text);
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const parsed = Config.safeParse({ ...written, ...given });
  const fault = async (name: string, expected: string): Promise<string> => {
    const [place, at] = name in given ? [`--${name}`, ''] : [`${configFile}: ${name}`, await settingPlace(name)];
    return `${place}: found ${JSON.stringify({ ...written, ...given }[name])}. ${expected}${at}`;
  };
  if (parsed.success) {
    const unknown = await findUnknownDialects(parsed.data);
    if (unknown !== null) throw new UsageError(await fault('dialects', unknown));
    const { site: own, host, port: number } = parsed.data;
    const address = own ?? toSite(host, number);
    if (sitePattern.test(address) && URL.canParse(address)) return keepApart(parsed.data);
    throw new UsageError(
      await fault(
        'host',
        'Expected the name or address of an interface, such as 127.0.0.1: links begin with it where there is no site.',
      ),
    );
  }
  const faults = parsed.error.issues.map(async (issue) => {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
      return `${configFile}: ${issue.keys.join(', ')}: no such setting.${suggest(issue.keys, settings)} There are ${settings.join(', ')}.`;
    }
    const name = String(issue.path[0] ?? '');
    return fault(name, issue.code === 'unrecognized_keys' ? (members[name] ?? issue.message) : issue.message);
  });
  throw new UsageError((await Promise.all(faults)).join('\n'));
}

/** What is expected in place of dialects that are not known; null where all are. The table is loaded only where it is needed. */
async function findUnknownDialects({ dialects: setting }: Config): Promise<string | null> {
  const given = Object.keys(setting);
  if (given.length === 0) return null;
  const { dialectNames } = await import('../dialects/index.ts');
  const unknown = given.filter((name) => !dialectNames.includes(name));
  if (unknown.length === 0) return null;
  return `Expected names of dialects: ${dialectNames.join(', ')}.${suggest(unknown, dialectNames)}`;
}

/** Names what misspelt keys are near to. */
function suggest(keys: readonly string[], known: readonly string[]): string {
  const meant = keys.flatMap((key) => {
    const near = nearWord(
      key.toLowerCase(),
      known.map((name) => name.toLowerCase()),
    );
    return known.filter((name) => name.toLowerCase() === (near ?? key.toLowerCase()));
  });
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(', ')}?`;
}

/** Throws where settings exclude each other, and where `out` is a content folder: the next build would read its own output. */
function keepApart(config: Config): Config {
  if (config.nginxCache !== null && config.rateLimit !== null) {
    throw new UsageError(
      `${configFile}: nginxCache, rateLimit: found both. Expected one of them: nginx does not count what it answers from its ` +
        'cache, and a count is of one key. Limit requests in nginx, as the recipe of galley init nginx does.',
    );
  }
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
