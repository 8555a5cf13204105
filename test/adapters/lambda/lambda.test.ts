import { rm, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashBytes } from '../../../build/source/hash-bytes.ts';
import { createLambdaHandler, createLambdaStream, type LambdaEvent } from '../../../src/adapters/lambda.ts';
import { sha256 } from '../../../src/adapters/node/keys/new-key.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { seeded } from '../../bench/seeded.ts';
import { toEvent } from '../../conformance/lambda/to-event.ts';
import { type Asked, adapterArticles, app, video, writeMedia } from '../../support/adapter-requests.ts';
import { flipped } from '../../support/damage.ts';
import { key } from '../../support/release.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const list = '/api/v1/articles';
const keys = () => [{ name: 'tests', digest: sha256(key) }];
const below = seeded(1);
/** No coding makes it shorter. */
const long = Buffer.alloc(4_800_000).map(() => below(256));
const longName = `long.${hashBytes(long)}.mp4`;
let node: TestServer;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const articles = adapterArticles.map((each, i) => (i === 1 ? { ...each, media: [longName] } : each));
  node = await startServer(articles, { cors: [app] }, (end) => ends.push(end));
  await writeMedia(node.out);
  await writeFile(join(node.out, 'media', longName), long);
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

function makeEvent(target: string, { method = 'GET', headers = {} }: Asked = {}): LambdaEvent {
  const message = new IncomingMessage(new Socket());
  message.method = method;
  message.url = target;
  message.rawHeaders = Object.entries({ Host: 'door.example', 'X-Api-Key': key, ...headers }).flat();
  return toEvent(message, '1') as LambdaEvent;
}

const inPath = (rawPath: string, stage = '$default', rawQueryString = ''): LambdaEvent => {
  const event = makeEvent('/');
  const { http } = event.requestContext;
  return { ...event, rawPath, rawQueryString, requestContext: { http, stage } };
};

const make = (options: object = {}) => createLambdaHandler({ out: node.out, keys, cors: [app], ...options });

test('a field is found whatever the case of its name', async () => {
  const event = makeEvent(`${list}/7`);
  const headers = Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toUpperCase(), value]));
  expect(Object.keys(headers)).toContain('X-API-KEY');
  expect((await (await make())({ ...event, headers })).statusCode).toBe(200);
});

describe('a path', () => {
  test.each([
    ['that an HTTP API has decoded', '/api/v1/articles/früher', 308],
    ['as a function URL hands it on', '/api/v1/articles/fr%C3%BCher', 308],
    ['with a decoded question mark', '/api/v1/articles/7?page=x', 404],
    ['with a decoded #', '/api/v1/articles/7#a', 404],
    ['with a decoded blank and percent sign', '/api/v1/articles/7 %', 404],
    ['with a decoded null byte', '/media/\0', 404],
    ['that leads out', '/media/../api/v1/release.json', 404],
    ['that is empty', '', 200],
    ['that begins as if the stage without a name stood there', '/$default/api/v1/articles/7', 404],
  ])('%s', async (_, path, status) => {
    expect((await (await make())(inPath(path))).statusCode).toBe(status);
  });

  test('of a named stage is taken without it', async () => {
    const handle = await make();
    expect((await handle(inPath(`/live${list}/7`, 'live'))).statusCode).toBe(200);
    expect((await handle(inPath('/live', 'live'))).statusCode).toBe(200);
    expect((await handle(inPath(`/lively${list}/7`, 'live'))).statusCode).toBe(404);
  });
});

test('a key sent twice arrives joined by a comma, and is 401', async () => {
  const event = makeEvent(list);
  event.headers = { ...event.headers, 'x-api-key': `${key},${key}` };
  expect((await (await make())(event)).statusCode).toBe(401);
});

test('a response that is longer than Lambda takes is 500, never a shorter one, and the log says what to do', async () => {
  const errors: unknown[] = [];
  const handle = await make({ onError: (error: unknown) => errors.push(error) });
  const { statusCode, headers, body } = await handle(makeEvent(`/media/${longName}`));
  expect([statusCode, headers['Content-Type']]).toEqual([500, 'application/problem+json']);
  expect(Buffer.from(body, 'base64').toString()).not.toContain('RESPONSE_STREAM');
  expect(String(errors[0])).toMatch(/4800000 bytes.*createLambdaStream.*RESPONSE_STREAM/);
  const range = await handle(makeEvent(`/media/${longName}`, { headers: { Range: 'bytes=100-4700000' } }));
  expect([range.statusCode, range.headers['Content-Range']]).toEqual([206, 'bytes 100-4700000/4800000']);
  expect(Buffer.from(range.body, 'base64').equals(long.subarray(100, 4_700_001))).toBe(true);
  expect(JSON.stringify(range).length).toBeLessThan(6 * 1024 * 1024);
});

test('what breaks off is 500, and the log says so', async () => {
  const errors: unknown[] = [];
  const path = `media/${video.name}`;
  const whole = await make({ onError: (error: unknown) => errors.push(error) });
  await writeFile(join(node.out, path), flipped(video.bytes, 700_000));
  expect((await whole(makeEvent(`/${path}`))).statusCode).toBe(500);
  expect(errors).toEqual([expect.objectContaining({ name: 'DamagedFile' })]);
  await writeFile(join(node.out, path), video.bytes);
});

describe('is refused:', () => {
  test.each([
    ['neither folder nor storage', { out: undefined }, /^UsageError: out, storage: found neither\./],
    ['both', { storage: memoryStorage(new Map()) }, /^UsageError: out, storage: found both\./],
    ['no keys', { keys: undefined }, /^UsageError: GALLEY_KEYS: found no key\..*galley key new/],
  ])('%s', async (_, options, message) => {
    await expect(make(options).catch(String)).resolves.toMatch(message);
  });

  test('a stream outside of Lambda', async () => {
    await expect(createLambdaStream({ out: node.out, keys })).rejects.toThrow(/^Found no global awslambda\./);
  });

  test.each([
    [
      'of a REST API',
      { version: '1.0', path: '/', httpMethod: 'GET' },
      /^UsageError: Found an event of version 1\.0\./,
    ],
    ['of the console', {}, /^UsageError: Found an event of no version\./],
  ])('an event %s', async (_, event, message) => {
    const handle = await make();
    await expect(handle(event as unknown as LambdaEvent).catch(String)).resolves.toMatch(message);
  });
});

test('a folder that is gone: 503', async () => {
  const { out } = await startServer(adapterArticles.slice(0, 1));
  const errors: unknown[] = [];
  const handle = await createLambdaHandler({ out, keys, onError: (error) => errors.push(error) });
  expect((await handle(makeEvent(list))).statusCode).toBe(200);
  await rm(join(out, 'api'), { recursive: true });
  expect((await handle(makeEvent(list, { headers: { 'Accept-Encoding': 'gzip' } }))).statusCode).toBe(503);
  expect(errors).toHaveLength(1);
});
