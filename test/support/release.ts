import { gunzipSync } from 'node:zlib';
import type { DeclaredField } from '../../build/front-matter/declared-fields.ts';
import type { Range } from '../../build/markdown/rendered-body.ts';
import { encodeArticle } from '../../build/release/article/encode-article.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { nodeGzip } from '../../src/adapters/node/node-gzip.ts';
import type { Article, ArticleDetails } from '../../src/core/article.ts';
import { changeLog } from '../../src/core/change-log.ts';
import { Pointer, pointerPath } from '../../src/core/format.ts';
import { openRelease, type Release } from '../../src/core/release.ts';
import type { Reply } from '../../src/core/reply.ts';
import { type RequestFacts, respond, type Service } from '../../src/core/respond.ts';
import type { Storage } from '../../src/core/storage.ts';
import { compressBodies } from '../../src/storage/compress-bodies.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { readRanges } from '../../src/storage/range-source.ts';
import { readWhole } from '../../src/storage/read-body.ts';
import { type TestArticle, toReleaseFiles } from './in-memory-release.ts';
import { readRange } from './read-range.ts';

export const site = 'https://articles.example.com';
export const key = 'a key for tests';

/** An article with what a test cares about filled in. */
export function makeArticle(fields: Partial<Article> & { id: number }): Article {
  const slug = fields.slug ?? `article-${fields.id}`;
  const title = fields.title ?? `Article ${fields.id}`;
  const at = fields.publish_at ?? '2026-01-01T00:00:00Z';
  return {
    id: fields.id,
    slug,
    excerpt: fields.excerpt ?? '',
    title,
    meta_title: fields.meta_title ?? title,
    meta_description: fields.meta_description ?? '',
    html: fields.html ?? '<p>Text</p>\n',
    markdown: fields.markdown ?? 'Text\n',
    header_image_url: fields.header_image_url ?? null,
    publish_at: at,
    published_at: fields.published_at ?? at,
    updated_at: fields.updated_at ?? null,
  };
}

export interface TestCuts {
  aliases?: string[];
  htmlCuts?: Range[];
  markdownCuts?: Range[];
  /** Names under `/media`. */
  media?: string[];
  details?: Partial<ArticleDetails>;
  /** Fields of authors. */
  declared?: readonly DeclaredField[];
}

const emptyDetails: ArticleDetails = {
  ...{ authors: [], tags: [], section: null, language: null },
  ...{ words: 0, reading_minutes: 0, headings: [], header_image: null },
};

/** Short ones that were encoded, which tests publish again and again. */
const encodedOnce = new Map<string, TestArticle>();

export function encodeTestArticle(article: Article, cuts: TestCuts = {}): TestArticle {
  if (article.html.length > 1000) return encode(article, cuts);
  const key = JSON.stringify([article, cuts]);
  const encoded = encodedOnce.get(key) ?? encode(article, cuts);
  if (encodedOnce.size > 5000) encodedOnce.clear();
  encodedOnce.set(key, encoded);
  return encoded;
}

function encode(article: Article, cuts: TestCuts): TestArticle {
  const publishAt = Date.parse(article.publish_at) / 1000;
  const updatedAt = article.updated_at === null ? publishAt : Date.parse(article.updated_at) / 1000;
  const encoded = encodeArticle({
    article,
    details: { ...emptyDetails, ...cuts.details },
    declared: cuts.declared ?? [],
    aliases: cuts.aliases ?? [],
    publishAt,
    modified: Math.max(publishAt, updatedAt),
    htmlCuts: cuts.htmlCuts ?? [],
    markdownCuts: cuts.markdownCuts ?? [],
  });
  return { ...encoded, media: cuts.media ?? [] };
}

export interface TestRelease {
  files: Map<string, Buffer>;
  storage: Storage;
  release: Release;
}

export async function makeRelease(
  articles: readonly TestArticle[],
  address = site,
  fields: readonly DeclaredField[] = [],
): Promise<TestRelease> {
  const files = new Map<string, Buffer>();
  for (const { path, bytes } of toReleaseFiles(articles, address, undefined, fields))
    files.set(path, Buffer.from(bytes));
  const storage = memoryStorage(files);
  const { release } = Pointer.parse(JSON.parse(String(files.get(pointerPath))));
  return { files, storage, release: await openRelease(release, storage) };
}

export interface TestResponse {
  status: number;
  headers: Record<string, string>;
  /** Decoded. */
  text: string;
  bytes: Buffer;
}

/** Asks the core, as an adapter would, and puts the body together. Every response's length is checked on the way. */
export async function ask(
  { release, storage }: Pick<TestRelease, 'storage'> & { release: Release | null },
  target: string,
  options: { method?: string; headers?: Record<string, string>; now?: string; service?: Partial<Service> } = {},
): Promise<TestResponse> {
  const headers: Record<string, string> = { 'x-api-key': key, ...options.headers };
  const request: RequestFacts = {
    method: options.method ?? 'GET',
    target,
    header: (name) => headers[name],
    now: Date.parse(options.now ?? '2026-06-01T00:00:00Z') / 1000,
  };
  const keys = [{ name: 'tests', digest: sha256(key) }];
  const own = { release: () => release, keys: () => keys, sha256, ...bodiesOf(storage) };
  const service = { ...alone, ...own, ...options.service };
  const { reply } = await respond(request, service);
  const bytes = await assemble(reply, storage);
  const length = reply.headers['Content-Length'];
  if (options.method !== 'HEAD' && length !== undefined && Number(length) !== bytes.length) {
    throw new Error(`Content-Length is ${length}, but the body has ${bytes.length} bytes: ${bytes}`);
  }
  const isGzip = reply.headers['Content-Encoding'] === 'gzip' && bytes.length > 0;
  const text = (isGzip ? gunzipSync(bytes) : bytes).toString();
  return { status: reply.status, headers: reply.headers, text, bytes };
}

const none = memoryStorage(new Map());

/** Of a service that knows no other release than the one that it serves. */
export const alone = { log: changeLog(none), ...bodiesOf(none) };

function bodiesOf(storage: Storage): Pick<Service, 'compress' | 'read'> {
  return {
    compress: compressBodies({ sourceOf: () => readRanges(storage), gzip: nodeGzip }),
    read: (body) => readWhole(body, readRanges(storage)),
  };
}

async function assemble(reply: Reply, storage: Storage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (const part of reply.body) {
    const text = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    const bytes = text instanceof Uint8Array ? text : await readRange(storage, text);
    if (bytes === null) throw new Error('a file of the release is missing');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
