import { expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { nginxCache } from '../../src/core/nginx-cache.ts';
import { openRelease } from '../../src/core/release.ts';
import { respond, type Service } from '../../src/core/respond.ts';
import type { Storage } from '../../src/core/storage.ts';
import { alone, encodeTestArticle, key, makeArticle, makeRelease } from '../support/release.ts';

const list = '/api/v1/articles';
const start = Date.parse('2026-06-01T12:00:00Z') / 1000;
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

const article = (id: number, due: number) =>
  encodeTestArticle(makeArticle({ id, slug: `slug-${id}`, publish_at: timeOf(start + due) }), {
    aliases: [`former-${id}`],
  });

const made = makeRelease([article(1, -9), article(2, 3), article(3, 4), article(4, 90)]);

async function expiryOf(
  target: string,
  now: number,
  given: Partial<Service> = {},
  header: Record<string, string> = {},
) {
  const { release } = await made;
  const keys = [{ name: 'tests', digest: sha256(key) }];
  const service = { release: () => release, ...alone, keys: () => keys, sha256, nginxCache: nginxCache(5), ...given };
  const all: Record<string, string> = { 'x-api-key': key, ...header };
  const request = { method: 'GET', target, header: (name: string) => all[name], now: start + now };
  const { reply, fields } = await respond(request, service);
  const expiry = fields?.['X-Accel-Expires'];
  return [reply.status, expiry === undefined ? null : Number(expiry)];
}

test.each([
  { now: -9, expiry: 5, because: 'the next is far' },
  { now: -2, expiry: 3, because: 'it ends before the second in which the next is published' },
  { now: 1, expiry: 0, because: 'the next second may be over when nginx has it' },
  { now: 2, expiry: 0, because: 'the next is published in a second' },
  { now: 3, expiry: 0, because: 'published in two seconds that follow each other' },
  { now: 90, expiry: 5, because: 'all are published' },
])('at $now a response is kept for $expiry seconds: $because', async ({ now, expiry }) => {
  for (const target of [list, `${list}?page=9`, `${list}/1`])
    expect(await expiryOf(target, now)).toEqual([200, expiry]);
  expect(await expiryOf(`${list}/former-1`, now)).toEqual([308, expiry]);
});

test.each<[what: string, status: number, target: string, given: Partial<Service>, header: Record<string, string>]>([
  ['without the setting', 200, list, { nginxCache: undefined }, {}],
  ['of a key that is counted', 200, list, { limiter: toLimiter(false) }, {}],
  ['over the limit', 429, list, { limiter: toLimiter(true) }, {}],
  ['without a key', 401, list, {}, { 'x-api-key': '' }],
  ['not there', 404, `${list}/9`, {}, {}],
  ['not yet published', 404, `${list}/2`, {}, {}],
  ['wrong parameters', 422, `${list}?page=0`, {}, {}],
  ['a token that is not known', 410, `/api/v1/changes?since=${'a'.repeat(32)}-1`, {}, {}],
  ['no form', 406, list, {}, { 'accept-encoding': '*;q=0' }],
  ['what the client has', 304, list, {}, { 'if-none-match': '*' }],
  ['before there is a release', 503, list, { release: () => null }, {}],
])('%s: a %i is not kept', async (_, status, target, given, header) => {
  expect(await expiryOf(target, 0, given, header)).toEqual([status, null]);
});

test('a response of a release is not kept until an article of another is published', async () => {
  const { release } = await made;
  const reply = { status: 200, headers: { 'Galley-Release': '0'.repeat(32) }, body: [] };
  const fieldsOf = async () => (await nginxCache(5).addFields(release, () => ({ reply }), start)).fields;
  expect(await fieldsOf()).toEqual({});
  reply.headers['Galley-Release'] = release.id;
  expect(await fieldsOf()).toEqual({ 'X-Accel-Expires': '1' });
});

test('a request of the second before keeps to its bound, whatever others ask while it reads', async () => {
  const { storage, release } = await made;
  const waiting: (() => void)[] = [];
  const slow: Storage = {
    async read(...of) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return storage.read(...of);
    },
  };
  const opening = openRelease(release.id, slow);
  waiting.shift()?.();
  const one = await opening;
  const before = one.nextPublishAt(start + 2);
  const after = one.nextPublishAt(start + 4);
  for (const go of waiting) go();
  expect([await before, await after]).toEqual([start + 3, start + 90]);
});

function toLimiter(isOver: boolean): NonNullable<Service['limiter']> {
  return { limit: { requests: 5, seconds: 5 }, count: () => ({ isOver, remaining: 1, renewal: 1 }) };
}
