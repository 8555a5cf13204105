import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainRequestParser } from '../../../../src/adapters/node/fast-path/plain-request.ts';
import { cases } from '../../../support/amount.ts';
import { encodeTestArticle, key, makeArticle } from '../../../support/release.ts';
import { exchange, startServer } from '../../../support/server.ts';

const list = '/api/v1/articles';
const plain = (...lines: string[]): string => `${[`GET ${list} HTTP/1.1`, 'Host: a', ...lines].join('\r\n')}\r\n\r\n`;
const parse = (text: string) => plainRequestParser()(Buffer.from(text, 'latin1'));

test('what clients send is plain', () => {
  expect(parse(plain('X-API-KEY:  k ', 'User-Agent: curl/8', 'Accept: */*', 'If-None-Match: "a", W/"b"'))).toEqual({
    target: list,
    fields: { host: 'a', accept: '*/*', 'x-api-key': 'k', 'if-none-match': '"a", W/"b"' },
  });
  expect(parse(plain('Connection: Keep-Alive'))).not.toBeNull();
});

describe('not plain:', () => {
  test.each([
    ['another method', plain().replace('GET', 'HEAD')],
    ['another version', plain().replace('1.1', '1.0')],
    ['a file', plain().replace(list, '/openapi.json')],
    ['a target in absolute form', plain().replace(list, `http://a${list}`)],
    ['a fragment', plain().replace(list, `${list}#a`)],
    ['no Host', plain().replace('Host: a\r\n', 'Accept: a\r\n')],
    ['an empty Host', plain().replace('Host: a', 'Host: ')],
    ['a Host that is none', plain().replace('Host: a', 'Host: a,b')],
    ['two of them', plain('host: b')],
    ['a key twice', plain('X-Api-Key: a', 'x-api-key: b')],
    ['a body', plain('Content-Length: 1')],
    ['no body, said aloud', plain('Content-Length: 0')],
    ['a body in chunks', plain('Transfer-Encoding: chunked')],
    ['a connection to be closed', plain('Connection: close')],
    ['an upgrade', plain('Connection: Upgrade', 'Upgrade: websocket')],
    ['an expectation', plain('Expect: 100-continue')],
    ['a space before the colon', plain('X-Api-Key : a')],
    ['a line that goes on', plain('Accept: a', ' b')],
    ['a line without a name', plain(': a')],
    ['a line without a colon', plain('Accept')],
    ['a bare line feed', plain('Accept: a\nX-Api-Key: b')],
    ['a bare carriage return', plain('Accept: a\rX-Api-Key: b')],
    ['a byte above 127', plain('Accept: é')],
    ['a null byte', plain('Accept: \0')],
    ['half of it', plain().slice(0, -2)],
    ['more than it', `${plain()}GET`],
    ['two at once', plain() + plain()],
    ['a blank line first', `\r\n${plain()}`],
    ['much', plain(`Accept: ${'a'.repeat(8192)}`)],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(parse(text)).toBeNull();
  });
});

/** Request lines and fields, of which some are plain, some odd and some wrong. */
const target = fc.oneof(
  fc.constantFrom(
    '',
    '/1',
    '/99',
    '/article-1',
    '/%61rticle-1',
    '/%',
    '?page=2',
    '?per_page=1&page=+1',
    '?page=0',
    '#a',
  ),
  fc.string({ unit: fc.constantFrom(...'/?&=%aé1 "<>\\^`{|}#\t\0'), maxLength: 6 }),
);
const value = fc.oneof(
  fc.constant(key),
  fc.constantFrom('gzip', 'gzip;q=0', '*;q=0', 'close', 'keep-alive', '*', '"a"', '0', '1', 'chunked', '', ' a '),
  fc.constantFrom('upgrade', 'h2c', '100-continue', 'a:1', '[::1]', 'u@a'),
  fc.string({ unit: fc.constantFrom('a', ' ', '\t', ',', ':', '"', '\0', 'é', '\x7f'), maxLength: 5 }),
);
const field = fc.tuple(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('X-Api-Key', 'x-API-key', 'Accept-Encoding', 'If-None-Match', 'Accept') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...['Host', 'Connection', 'Content-Length', 'Transfer-Encoding', 'TE', 'Upgrade', 'Expect', 'Cookie'],
        ...['X Y', '', 'É', ' A'],
      ),
    },
  ),
  fc.constantFrom(':', ': ', ': ', ':\t', ' :'),
  value,
);
const request = fc
  .record({
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant('GET') },
      fc.constantFrom('HEAD', 'get', 'POST', 'BREW', 'PURGE', 'OPTIONS'),
    ),
    target,
    version: fc.oneof(
      { weight: 9, arbitrary: fc.constant('HTTP/1.1') },
      fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/1.1x', ''),
    ),
    host: fc.oneof(
      { weight: 9, arbitrary: fc.constant('Host: a') },
      fc.constantFrom('Host: a:b', 'Host: a/b', 'Host: ::1'),
    ),
    fields: fc.array(field, { maxLength: 5 }),
    withKey: fc.boolean(),
    end: fc.oneof({ weight: 9, arbitrary: fc.constant('\r\n') }, fc.constant('\n')),
  })
  .map(({ method, target, version, host, fields, withKey, end }) => {
    const lines = fields.map(([name, colon, value]) => name + colon + value);
    return [`${method} ${list}${target} ${version}`, host, ...(withKey ? [`X-Api-Key: ${key}`] : []), ...lines]
      .map((line) => line + end)
      .join('')
      .concat(end);
  });

test('a request gets the same response whether it comes whole, or in parts and so through a real HTTP parser', {
  tags: ['scaled'],
}, async () => {
  const articles = [1, 2, 3].map((id) => encodeTestArticle(makeArticle({ id, html: `<p>${'long '.repeat(99)}</p>` })));
  const { port } = await startServer(articles);
  await fc.assert(
    fc.asyncProperty(request, async (text) => {
      const bytes = Buffer.from(text, 'latin1');
      const ways = [[bytes], [bytes.subarray(0, 1), bytes.subarray(1)]];
      const [whole, inParts] = await Promise.all(ways.map((parts) => exchange(port, parts)));
      expect(whole).toBe(inParts);
    }),
    cases(400),
  );
});

test('each request on one connection gets the response for its own fields', async () => {
  const { port } = await startServer([encodeTestArticle(makeArticle({ id: 1 }))]);
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const seen: string[] = [];
  for (const line of [
    `X-Api-Key: ${key}`,
    `X-Api-Key: ${key}`,
    'X-Api-Key: other',
    `X-Api-Key: ${key}`,
    'Accept: */*',
  ]) {
    socket.write(`GET ${list}/1 HTTP/1.1\r\nHost: a\r\n${line}\r\n\r\n`);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    seen.push(bytes.toString().slice(9, 12));
  }
  socket.destroy();
  expect(seen).toEqual(['200', '200', '401', '200', '401']);
});

test('many who ask at the same moment all get their own response', async () => {
  const ids = Array.from({ length: 50 }, (_, i) => i + 1);
  const { port } = await startServer(ids.map((id) => encodeTestArticle(makeArticle({ id }))));
  const request = (id: number): Buffer =>
    Buffer.from(`GET ${list}/${id} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n\r\n`);
  for (let again = 0; again < 3; again++) {
    const answers = await Promise.all(ids.map((id) => exchange(port, [request(id)])));
    expect(answers.map((text) => Number(/"id":(\d+)/.exec(text)?.[1]))).toEqual(ids);
  }
});

test('a response that waits for the end of a turn is sent before the server closes', async () => {
  const service = await startServer([encodeTestArticle(makeArticle({ id: 1 }))]);
  const ask = Buffer.from(`GET ${list}/1 HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n\r\n`);
  await exchange(service.port, [ask]);
  // Behind our own listener: the answer is made by then, and not yet written.
  let closed: Promise<void> | null = null;
  service.server.once('connection', (socket: Socket) => {
    socket.once('data', () => {
      closed = service.close();
    });
  });
  expect(await exchange(service.port, [ask])).toMatch(/^HTTP\/1.1 200 .*"id":1,/s);
  expect(closed).not.toBeNull();
  await closed;
});

test.each([
  ['fits into what the system takes at once', 1],
  ['must wait for the client', 4_000_000],
])(
  'two readings within one turn: the second response comes after the first, which %s',
  { tags: ['long'] },
  async (_, length) => {
    const service = await startServer(
      [1, 2].map((id) => encodeTestArticle(makeArticle({ id, html: 'x'.repeat(length) }))),
    );
    const ask = (id: number): Buffer =>
      Buffer.from(`GET ${list}/${id} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n\r\n`);
    // Read once, so that answers need not wait for the disk.
    for (const id of [1, 2]) await exchange(service.port, [ask(id)]);
    service.server.once('connection', (socket: Socket) => {
      socket.once('data', () => socket.emit('data', ask(2)));
    });
    const answers = await exchange(service.port, [ask(1)]);
    expect([...answers.matchAll(/"id":(\d+)/g)].map(([, id]) => id)).toEqual(['1', '2']);
    expect(answers.length).toBeGreaterThan(2 * length);
  },
);
