import { readdir, readFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { join, relative } from 'node:path';
import { toDeclaredFields } from '../../build/front-matter/declared-fields.ts';
import { defaultContentOptions } from '../../build/front-matter/options.ts';
import { createBunFetch } from '../../src/adapters/bun.ts';
import { createWorker } from '../../src/adapters/cloudflare.ts';
import { createDenoFetch } from '../../src/adapters/deno.ts';
import { createFetchHandler } from '../../src/adapters/fetch.ts';
import { createLambdaHandler, type LambdaEvent } from '../../src/adapters/lambda.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import type { LogEntry } from '../../src/adapters/node.ts';
import type { StoredKey } from '../../src/core/keys.ts';
import { toKeysEntry } from '../../src/keys/keys-env.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { toEvent } from '../conformance/lambda/to-event.ts';
import { fakeBucket } from './edge-stores.ts';
import { makeProject } from './project.ts';
import { type AtEnd, serveNode } from './server.ts';

/** In all that drafts alone have: names, texts, terms, images. */
export const marker = 'quokka';

/** An origin of the setting `cors`. */
export const app = 'https://app.example';
const cors = [app];

/** The website of a page that has a key. */
export const page = 'https://www.example.com';

const drawing = (title: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${title}</title></svg>`;
const article = (front: string, body: string) => `---\n${front}\n---\n\n${body}\n`;

const readers = Object.fromEntries(
  [1, 2, 3, 4, 5].map((day) => [
    `open-${day}.md`,
    article(
      `date: 2026-01-0${day}\ntags: [Open]\nauthor: Ann\naliases: [was-${day}]`,
      `# Open ${day}\n\n![a](open.svg)`,
    ),
  ]),
);

/** Five articles of readers, and what only a reviewer gets: two drafts, one in a folder of drafts, one not yet due. */
export const contentWithDrafts: Record<string, string> = {
  ...readers,
  'open.svg': drawing('open'),
  [`${marker}-photo.svg`]: drawing(marker),
  [`${marker}-header.svg`]: drawing(`${marker} header`),
  [`${marker}-one.md`]: article(
    `date: 2026-01-03T12:00:00Z\ndraft: true\ntags: [Open, ${marker}-tag]\nauthor: ${marker}-ann\n` +
      `aliases: [${marker}-former]\n` +
      `series: ${marker}-series\nheader_image: ${marker}-header.svg`,
    `# The ${marker}\n\nA ${marker} text.`,
  ),
  [`${marker}-two.md`]: article('date: 2026-02-01\nstatus: draft', `# A ${marker} again\n\n![p](${marker}-photo.svg)`),
  [`drafts/${marker}-three.md`]: article(`language: ${marker}`, `In a folder of drafts, ${marker}.`),
  [`${marker}-later.md`]: article(`date: 2999-01-01\ntags: [${marker}-later-tag]`, `Not yet due, ${marker}.`),
};

/** Builds the public release and that of drafts, beside each other, as often as there are contents. */
export async function buildWithDrafts(contents: readonly Record<string, string>[], atEnd?: AtEnd) {
  const contentOptions = { ...defaultContentOptions, fields: toDeclaredFields({ series: 'text' }) };
  const project = await makeProject({}, { contentOptions, site: 'https://api.example' }, atEnd);
  const drafts = `${project.out}-drafts`;
  for (const content of contents) {
    await project.write(content);
    await project.build();
    await project.build({ out: drafts, cache: `${project.cache}-drafts`, drafts: true });
  }
  return { ...project, drafts };
}

export const secrets = {
  web: 'a key of readers',
  reviewer: 'a key of drafts',
  narrow: 'a key of one draft',
  site: 'a key of a page',
  expired: 'a key of drafts that has expired',
  revoked: 'a key of drafts that was revoked',
};
const expires = Date.UTC(2990, 0, 1) / 1000;

/** The key of readers alone is of a server without drafts. */
export const keysOfReaders: readonly StoredKey[] = [{ name: 'web', digest: sha256(secrets.web) }];
export const allKeys: readonly StoredKey[] = [
  ...keysOfReaders,
  { name: 'reviewer', digest: sha256(secrets.reviewer), drafts: true, expires },
  { name: 'narrow', digest: sha256(secrets.narrow), drafts: true, expires, only: [`${marker}-former`] },
  { name: 'site', digest: sha256(secrets.site), origins: [page], limit: { requests: 1_000_000, seconds: 60 } },
  { name: 'expired', digest: sha256(secrets.expired), drafts: true, expires: 1_780_000_000 },
];
/** A variable of an environment holds none that was revoked. */
export const withRevoked: readonly StoredKey[] = [
  ...allKeys,
  { name: 'revoked', digest: sha256(secrets.revoked), drafts: true, expires, revoked: true },
];

export interface Answer {
  status: number;
  /** Without those of the transport. */
  headers: Record<string, string>;
  body: string;
}

export type Ask = (target: string, headers?: Record<string, string>, method?: string) => Promise<Answer>;

interface Served {
  out: string;
  /** None by default. */
  drafts?: string | undefined;
  keys?: readonly StoredKey[];
  log?: (entry: LogEntry) => void;
  onError?: (error: unknown) => void;
}

type Fetch = (request: Request) => Promise<Response>;
const base = 'http://a.example';

function askFetch(fetch: Fetch, site = base): Ask {
  return async (target, headers = {}, method = 'GET') => {
    const response = await fetch(new Request(`${site}${target}`, { headers, method }));
    return toAnswer(response.status, response.headers, Buffer.from(await response.arrayBuffer()));
  };
}

function toAnswer(status: number, headers: Iterable<[string, string]>, body: Buffer): Answer {
  const others = [...headers].map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const isOfTransport = (name: string) => ['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name);
  return {
    status,
    headers: Object.fromEntries(others.filter(([name]) => !isOfTransport(name)).sort()),
    body: body.toString('latin1'),
  };
}

/** Each adapter over folders with both releases. */
export const adapters: [name: string, open: (served: Served, atEnd?: AtEnd) => Promise<Ask>][] = [
  ['Node', (served, atEnd) => openNode(served, true, atEnd)],
  ['Node without the fast path', (served, atEnd) => openNode(served, false, atEnd)],
  ['Deno', openFolder(createDenoFetch)],
  ['Bun', openFolder(createBunFetch)],
  [
    'fetch',
    async ({ out, drafts, keys = withRevoked, onError = () => {} }) => {
      const storages = { storage: diskStorage(out), drafts: drafts === undefined ? undefined : diskStorage(drafts) };
      return askFetch(createFetchHandler({ ...storages, cors, keys: () => keys, onError }));
    },
  ],
  ['Lambda', openLambda],
  ['a Worker', openWorker],
];

/** It goes on to look for a release when the test is over. */
function openFolder(create: typeof createDenoFetch): (served: Served) => Promise<Ask> {
  return async ({ keys = withRevoked, onError = () => {}, ...served }) =>
    askFetch(await create({ ...served, cors, onError, keys: () => keys }));
}

async function openNode(
  { keys = withRevoked, onError, log = () => {}, ...served }: Served,
  fastPath: boolean,
  atEnd?: AtEnd,
): Promise<Ask> {
  const logAll = (entry: LogEntry) => {
    if (entry.event === 'error') onError?.(entry.error);
    log(entry);
  };
  const { port } = await serveNode(
    { ...served, cors, nginxCache: { seconds: 600 }, keys: () => keys, fastPath, log: logAll },
    atEnd,
  );
  return askFetch((request) => fetch(request, { redirect: 'manual' }), `http://127.0.0.1:${port}`);
}

async function openLambda({ out, drafts, keys = withRevoked, onError = () => {} }: Served): Promise<Ask> {
  const handle = await createLambdaHandler({ out, cors, ...(drafts && { drafts }), keys: () => keys, onError });
  return async (target, headers = {}, method = 'GET') => {
    const message = new IncomingMessage(new Socket());
    Object.assign(message, {
      method,
      url: target,
      rawHeaders: Object.entries({ Host: 'a.example', ...headers }).flat(),
    });
    const { statusCode, headers: got, body } = await handle(toEvent(message, '1') as LambdaEvent);
    return toAnswer(statusCode, Object.entries(got), Buffer.from(body, 'base64'));
  };
}

async function openWorker({ out, drafts, keys = allKeys, onError = () => {} }: Served): Promise<Ask> {
  const files = new Map<string, Uint8Array>();
  for (const [prefix, folder] of [['readers/', out], ...(drafts ? [['drafts/', drafts] as const] : [])] as const) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) files.set(`${prefix}${relative(folder, path)}`, await readFile(path));
    }
  }
  const places = { bucket: 'BUCKET', prefix: 'readers/', ...(drafts && { drafts: 'drafts/' }) };
  const environment = { BUCKET: fakeBucket(files), GALLEY_KEYS: keys.map(toKeysEntry).join() };
  const worker = createWorker({ ...places, cors, onError });
  return askFetch((request) => worker.fetch(request, environment));
}
