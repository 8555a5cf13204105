import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { UsageError } from '../src/usage-error.ts';

/** The one place of configuration, in the working directory. */
export const configFile = 'galley.config.yaml';

const site = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .refine((text) => isOrigin(text), 'Expected scheme and host alone, such as https://articles.example.com.')
  .transform((text) => new URL(text).origin);

const expectedPort = 'Expected a port from 0, which picks one, to 65535.';

const expectedWorkers = 'Expected a number of processes, from 1 to 64.';

/** All settings, with their defaults. */
export const Config = z.strictObject({
  /** Where the API is reached; null means `http://` with host and port. */
  site: site.nullable().default(null),
  content: z.string().min(1).default('content'),
  out: z.string().min(1).default('public'),
  host: z.string().min(1).default('127.0.0.1'),
  port: z
    .union([z.int(), z.string().regex(/^\d+$/).transform(Number)], expectedPort)
    .refine((port) => port >= 0 && port <= 65_535, expectedPort)
    .default(8787),
  /** Processes that serve. */
  workers: z
    .union([z.int(), z.string().regex(/^\d+$/).transform(Number)], expectedWorkers)
    .refine((count) => count >= 1 && count <= 64, expectedWorkers)
    .default(1),
  /** The keys file. */
  keys: z.string().min(1).default('galley.keys.json'),
  /** What a link to another Markdown file becomes. */
  articleUrl: z
    .string()
    .refine((text) => text.includes('{slug}'), 'Expected an address with {slug} in it.')
    .default('{site}/api/v1/articles/{slug}'),
  /** HTML of authors is served as written. */
  trustedHtml: z.boolean().default(false),
});
export type Config = z.infer<typeof Config>;

/** Reads the configuration; `flags` that are given win over the file. Throws `UsageError` that names the setting. */
export async function readConfig(flags: Partial<Record<keyof Config, unknown>>): Promise<Config> {
  const text = await readFile(configFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new UsageError(`${configFile} cannot be read: ${error.message}.`);
  });
  const written = parseYaml(text);
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const parsed = Config.safeParse({ ...written, ...given });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return `${configFile}: ${issue.keys.join(', ')}: no such setting. There are ${Object.keys(Config.shape).join(', ')}.`;
    }
    const name = String(issue.path[0] ?? '');
    const place = name in given ? `--${name}` : `${configFile}: ${name}`;
    const found = { ...written, ...given }[name];
    return `${place}: found ${JSON.stringify(found)}. ${issue.message}`;
  });
  throw new UsageError(faults.join('\n'));
}

function parseYaml(text: string): Record<string, unknown> {
  const document = parseDocument(text, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault) throw new UsageError(`${configFile}: ${fault.message}`);
  const value: unknown = document.toJS();
  if (value === null || value === undefined) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${configFile}: expected settings such as "site: https://articles.example.com".`);
}

function isOrigin(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return `${url.pathname}${url.search}${url.hash}${url.username}${url.password}` === '/';
}
