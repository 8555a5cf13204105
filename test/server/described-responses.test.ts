import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { BlockCache } from '../../src/storage/block-cache.ts';
import {
  ArticleSchema,
  ChangeListSchema,
  ListEnvelopeSchema,
  ProblemDetailsSchema,
  TermListSchema,
} from '../support/description-schemas.ts';
import { encodeTestArticle, makeArticle } from '../support/release.ts';
import { type ContentServer, type DescribedResponse, serveContent } from '../support/serve-content.ts';
import { type Fetched, get, startServer } from '../support/server.ts';

/** What the examples of the description are responses for. */
const files = {
  'the-quick-brown-fox.md': `---
title: The quick brown fox
meta_title: Fox jumps over dog
header_image: https://images.example.com/fox.jpg
publish_at: 2026-03-01T09:30:00Z
updated_at: 2026-03-09T08:00:00Z
tags: animals
aliases: a-brown-fox
---
A fox jumped over a *lazy* dog today. Nobody was hurt.
`,
  'before.md': '---\npublish_at: 2026-02-01T09:30:00Z\n---\nNothing happened.\n',
};

const list = '/api/v1/articles';
const one = `${list}/the-quick-brown-fox`;

/** By path of the description and status: a request that is answered so. */
const requests: [path: string, status: string, target: string, headers?: Record<string, string>][] = [
  ['/articles', '200', `${list}?per_page=1`],
  ['/articles', '200', `${list}?per_page=1`, { 'Accept-Encoding': 'gzip' }],
  ['/articles', '304', list, { 'If-None-Match': '*' }],
  ['/articles', '401', list, { 'X-Api-Key': 'none' }],
  ['/articles', '406', list, { 'Accept-Encoding': 'identity;q=0' }],
  ['/articles', '414', `${list}?${'a'.repeat(8001 - list.length - 1)}`],
  ['/articles', '422', `${list}?page=x&per_page=101`],
  ['/articles', 'default', list, { 'X-Large': 'a'.repeat(100_000) }],
  ['/terms', '200', '/api/v1/terms?kind=tag'],
  ['/changes', '200', '/api/v1/changes?per_page=1'],
  ['/changes', '304', '/api/v1/changes', { 'If-None-Match': '*' }],
  ['/changes', '410', `/api/v1/changes?since=${'a'.repeat(32)}-1`],
  ['/articles/{article}', '200', one],
  ['/articles/{article}', '200', one, { 'Accept-Encoding': 'gzip' }],
  ['/articles/{article}', '304', one, { 'If-None-Match': '*' }],
  ['/articles/{article}', '308', `${list}/a-brown-fox`],
  ['/articles/{article}', '401', one, { 'X-Api-Key': 'none' }],
  ['/articles/{article}', '404', `${list}/a-red-fox`],
];

const settings = [
  {},
  { cors: ['https://app.example.com'], rateLimit: { requests: 40, seconds: 600 } },
  { cors: ['*'] },
];

describe.each(settings)('with the settings %j', (setting) => {
  test('examples are what the server responds, and all header fields are described', async () => {
    const server = await serveContent(files, setting);
    const seen = new Set<string>();
    const look = async (path: string, status: string, fetched: Fetched): Promise<void> => {
      expect.soft(status === 'default' ? 'default' : String(fetched.status)).toBe(status);
      const response = toResponse(server, path, status);
      seen.add(response.name);
      compareHeaders(server, response, fetched);
      const { example } = Object.values(response.content ?? {})[0] ?? {};
      if (!('content-encoding' in fetched.headers)) {
        expect
          .soft(withoutTimes(JSON.parse(fetched.body || 'null')), response.name)
          .toEqual(withoutTimes(example ?? null));
      }
    };
    const headers = { Origin: 'https://app.example.com' };
    for (const [path, status, target, more] of requests) {
      await look(path, status, await get(server.port, target, { headers: { ...headers, ...more } }));
    }
    if (setting.rateLimit !== undefined) {
      let fetched = await get(server.port, one, { headers });
      for (let n = 0; n < setting.rateLimit.requests && fetched.status !== 429; n++) {
        fetched = await get(server.port, one, { headers });
      }
      await look('/articles/{article}', '429', fetched);
    }
    const failing = await startServer([encodeTestArticle(makeArticle({ id: 1 }))], { ...setting, cache: failingCache });
    await look('/articles', '500', await get(failing.port, list, { headers }));
    const damaged = await serveContent(files, setting);
    await damage(damaged);
    // The same response for another reason, so its text is another.
    const refused = await get(damaged.port, list, { headers });
    expect.soft(refused.status).toBe(503);
    compareHeaders(server, toResponse(server, '/articles', '503'), refused);
    const empty = await startServer(null, setting);
    await look('/articles', '503', await get(empty.port, list, { headers }));
    const described = Object.keys(server.description.components.responses).sort();
    if (setting.rateLimit === undefined) described.splice(described.indexOf('TooManyRequests'), 1);
    expect([...seen].sort()).toEqual(described);
  });
});

test('examples pass the schemas that the server is typed with', async () => {
  const { description } = await serveContent(files);
  const schemas: Record<string, { parse(value: unknown): unknown }> = {
    Article: ArticleSchema,
    ArticleList: ListEnvelopeSchema,
    Problem: ProblemDetailsSchema,
    ValidationProblem: z.required(ProblemDetailsSchema, { errors: true }),
    ChangeList: ChangeListSchema,
    TermList: TermListSchema,
    ChangesGoneProblem: z.required(ProblemDetailsSchema, { start: true, links: true }),
  };
  for (const { content = {} } of Object.values(description.components.responses)) {
    for (const { schema, example } of Object.values(content)) {
      expect(schemas[schema.$ref.split('/').at(-1) ?? '']?.parse(example)).toEqual(example);
    }
  }
});

/** Fails as nothing that is foreseen does. */
const failingCache = (): BlockCache => ({
  acquire() {
    throw new Error('for a test');
  },
  counts: () => ({ hits: 0, misses: 0 }),
});

/** What no response can be made of. */
async function damage({ out }: ContentServer): Promise<void> {
  const pages = join(out, 'api', 'v1', 'pages');
  for (const name of await readdir(pages)) if (name.endsWith('.table')) await truncate(join(pages, name), 1);
}

/** HTTP's own, and those that a client takes part in (RFC 9110). */
const notDescribed = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

function compareHeaders({ description }: ContentServer, { name, headers }: NamedResponse, fetched: Fetched): void {
  const described = new Map(Object.keys(headers).map((header) => [header.toLowerCase(), header]));
  const sent = Object.keys(fetched.headers).filter((header) => !notDescribed.has(header));
  expect
    .soft(
      sent.filter((header) => !described.has(header)),
      `not described of ${name}`,
    )
    .toEqual([]);
  for (const [lower, header] of described) {
    const { required, example } = description.components.headers[header] ?? {};
    const value = fetched.headers[lower];
    if (required) expect.soft(value, `${header} of ${name}`).toBeDefined();
    if (value === undefined || !sameEverywhere.has(header)) continue;
    expect.soft(toShape(String(value)), `${header} of ${name}`).toBe(toShape(String(example)));
  }
}

/** Header fields whose examples have the form that every response has. */
const sameEverywhere = new Set([
  'Galley-Release',
  'Last-Modified',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
]);

function toShape(text: string): string {
  return text
    .replace(/[0-9a-f]{8,}/g, 'hash')
    .replace(/\d+/g, '0')
    .replace(/\b[A-Z][a-z]{2}\b/g, 'Xxx');
}

interface NamedResponse extends DescribedResponse {
  name: string;
}

function toResponse({ description }: ContentServer, path: string, status: string): NamedResponse {
  const name = description.paths[path]?.get.responses[status]?.$ref.split('/').at(-1) ?? '';
  const response = description.components.responses[name];
  if (response === undefined) throw new Error(`${status} of ${path} is not described`);
  return { name, ...response };
}

/** An example cannot know how long is left. */
function withoutTimes(value: unknown): unknown {
  const text = JSON.stringify(value).replace(/Ask again in \d+ seconds/g, 'Ask again in some seconds');
  return JSON.parse(text.replace(/until=[0-9a-f]+-\d+/g, 'until=TOKEN'));
}
