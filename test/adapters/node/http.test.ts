import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isHost } from '../../../src/adapters/node/http/refuse.ts';
import { encodeTestArticle, key, makeArticle } from '../../support/release.ts';
import { exchange, startServer, talk } from '../../support/server.ts';

const list = '/api/v1/articles';
const articles = [1, 2, 3].map((id) => encodeTestArticle(makeArticle({ id })));
const shown = `X-Api-Key: ${key}`;

/** A request: its line, and its fields behind `Host: a` and a key. */
const plain = (line: string, ...fields: string[]): string => bare(line, 'Host: a', shown, ...fields);
const bare = (line: string, ...fields: string[]): string => `${[line, ...fields].join('\r\n')}\r\n\r\n`;
const get = `GET ${list}/1 HTTP/1.1`;
const withHost = (...hosts: string[]): string => bare(get, ...hosts.map((host) => `Host:${host}`), shown);
/** What must never be answered, behind another request. */
const smuggled = plain(`GET ${list}/2 HTTP/1.1`);

type Row = [what: string, text: string, status: number];

const tables: [section: string, rows: Row[]][] = [
  [
    'RFC 9112 section 3, request line',
    [
      ['GET', plain(get), 200],
      ['HEAD', plain(`HEAD ${list}/1 HTTP/1.1`), 200],
      ['OPTIONS', plain(`OPTIONS ${list} HTTP/1.1`), 204],
      ['OPTIONS *', plain('OPTIONS * HTTP/1.1'), 204],
      ['an empty line before it', `\r\n${plain(get)}`, 200],
      ['a method that is not answered', plain(`PUT ${list} HTTP/1.1`), 405],
      ['a method of WebDAV', plain(`PROPFIND ${list} HTTP/1.1`), 405],
      ['a method that is not registered', plain(`PURGE ${list} HTTP/1.1`), 501],
      ['an unknown method', plain('BREW / HTTP/1.1'), 501],
      ['a longer method', plain('GETX / HTTP/1.1'), 501],
      ['a method in small letters', plain('get / HTTP/1.1'), 501],
      ['a method of RTSP', plain('ANNOUNCE / HTTP/1.1'), 501],
      ['another method of RTSP', plain('DESCRIBE / RTSP/1.0'), 501],
      ['CONNECT', plain('CONNECT a:1 HTTP/1.1'), 405],
      ['no method', plain(' / HTTP/1.1'), 400],
      ['a method that is no token', plain('G@T / HTTP/1.1'), 400],
      ['a blank before it', ` ${plain(get)}`, 400],
      ['a tab instead of a blank', plain('GET\t/ HTTP/1.1'), 400],
      ['words', 'hello world\r\n\r\n', 400],
      ['a word', 'hello\r\n\r\n', 400],
      ['a method alone', 'GET\r\n\r\n', 400],
      ['no version', plain('GET / '), 400],
      ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
      ['a bare line feed', `${get}\nHost: a\r\n\r\n`, 400],
    ],
  ],
  [
    'RFC 9112 section 2.3, version',
    [
      ['HTTP/1.0', plain(`GET ${list}/1 HTTP/1.0`), 200],
      ['HTTP/0.9', plain('GET / HTTP/0.9'), 505],
      ['HTTP/0.9 as it was', 'GET /\r\n\r\n', 505],
      ['HTTP/1.2', plain('GET / HTTP/1.2'), 505],
      ['HTTP/2.0', plain('GET / HTTP/2.0'), 505],
      ['HTTP/3.0', plain('GET / HTTP/3.0'), 505],
      ['HTTP/2', plain('GET / HTTP/2'), 505],
      ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
      ['the preface of HTTP/2 in HTTP/1.1', plain('PRI * HTTP/1.1'), 400],
      ['HTTP/1.11', plain('GET / HTTP/1.11'), 400],
      ['HTTP/1.1 and more', plain('GET / HTTP/1.1x'), 400],
      ['a blank behind it', plain('GET / HTTP/1.1 '), 400],
      ['small letters', plain('GET / http/1.1'), 400],
      ['another protocol', plain('GET / FOO/1.1'), 400],
    ],
  ],
  [
    'RFC 9112 section 3.2, target',
    [
      ['absolute form', plain(`GET http://b${list}/1 HTTP/1.1`), 200],
      ['absolute form with a port', plain(`GET HTTP://[::1]:80${list}/1 HTTP/1.1`), 200],
      ['absolute form without a path', plain('GET http://b HTTP/1.1'), 200],
      ['absolute form without a host', plain('GET http:///a HTTP/1.1'), 400],
      ['absolute form with userinfo', plain(`GET http://u@b${list}/1 HTTP/1.1`), 400],
      ['absolute form with a port that is none', plain(`GET http://b:99999${list}/1 HTTP/1.1`), 400],
      ['absolute form and no Host', bare(`GET http://b${list}/1 HTTP/1.1`, shown), 400],
      ['absolute form and a Host that is none', bare(`GET http://b${list}/1 HTTP/1.1`, 'Host: a/b', shown), 400],
      ['absolute form of another scheme', plain('GET ftp://b/ HTTP/1.1'), 404],
      ['GET *', plain('GET * HTTP/1.1'), 400],
      ['HEAD *', plain('HEAD * HTTP/1.1'), 400],
      ['* and more', plain('GET *a HTTP/1.1'), 400],
      ['no slash', plain('GET api HTTP/1.1'), 400],
      ['a query alone', plain('GET ?a HTTP/1.1'), 400],
      ['a byte above 127', plain(`GET ${list}/é HTTP/1.1`), 400],
      ['a null byte', plain(`GET ${list}/\0 HTTP/1.1`), 400],
    ],
  ],
  [
    'RFC 9112 section 3.2, Host',
    [
      ['a port', withHost(' a:80'), 200],
      ['a port of no digits', withHost(' a:'), 200],
      ['an IPv4 address', withHost(' 127.0.0.1:8787'), 200],
      ['an IPv6 address', withHost(' [2001:db8::1]:8787'), 200],
      ['an underscore', withHost(' a_b'), 200],
      ['a name that is percent-encoded', withHost(' %61'), 200],
      ['blanks around it', withHost('\t a \t'), 200],
      ['none', withHost(), 400],
      ['none in HTTP/1.0', bare(`GET ${list}/1 HTTP/1.0`, shown), 200],
      ['two', withHost(' a', ' b'), 400],
      ['twice the same', withHost(' a', ' a'), 400],
      ['two in HTTP/1.0', bare(`GET ${list}/1 HTTP/1.0`, 'Host: a', 'host: b', shown), 400],
      ['an empty one', withHost(''), 400],
      ['a blank one', withHost('  '), 400],
      ['userinfo', withHost(' u@a'), 400],
      ['a password', withHost(' u:p@a'), 400],
      ['a path', withHost(' a/b'), 400],
      ['a query', withHost(' a?b'), 400],
      ['a comma', withHost(' a, b'), 400],
      ['a comma without a blank', withHost(' a,b'), 400],
      ['a blank inside', withHost(' a b'), 400],
      ['a scheme', withHost(' http://a'), 400],
      ['a port that is no number', withHost(' a:b'), 400],
      ['a port beyond 65535', withHost(' a:65536'), 400],
      ['two ports', withHost(' a:1:2'), 400],
      ['a port alone', withHost(' :80'), 400],
      ['an IPv6 address without brackets', withHost(' ::1'), 400],
      ['an IPv6 address that is none', withHost(' [::1::]'), 400],
      ['an IPv6 zone', withHost(' [fe80::1%25eth0]'), 400],
      ['brackets that do not close', withHost(' [::1'), 400],
      ['a percent sign alone', withHost(' a%'), 400],
      ['a byte above 127', withHost(' ä'), 400],
      ['a backslash', withHost(' a\\b'), 400],
    ],
  ],
  [
    'RFC 9112 section 5, fields',
    [
      ['a line that goes on', plain(get, 'Accept: a', ' b'), 400],
      ['a Host that goes on', bare(get, 'Host: a', ' b', shown), 400],
      ['a first line that goes on', bare(get, ' Host: a', shown), 400],
      ['a blank before the colon', bare(get, 'Host : a', shown), 400],
      ['no colon', plain(get, 'Accept'), 400],
      ['no name', plain(get, ': a'), 400],
      ['a name that is no token', plain(get, 'A(b: c'), 400],
      ['a bare carriage return', plain(get, 'Accept: a\rX-A: b'), 400],
      ['a bare line feed', plain(get, 'Accept: a\nX-A: b'), 400],
      ['a null byte', plain(get, 'Accept: a\0b'), 400],
      ['a key twice', plain(get, 'X-Api-Key: other'), 401],
      ['more than 64 KiB', plain(get, `X-A: ${'a'.repeat(70_000)}`), 431],
    ],
  ],
  [
    'RFC 9112 section 6, bodies: never read, and never taken for the next request',
    [
      ['of a GET', plain(get, `Content-Length: ${smuggled.length}`) + smuggled, 200],
      ['of a GET, in chunks', `${plain(get, 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`, 200],
      ['of a POST', plain(`POST ${list} HTTP/1.1`, `Content-Length: ${smuggled.length}`) + smuggled, 405],
      ['both lengths', `${plain(get, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`, 400],
      ['both, the other way round', `${plain(get, 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n`, 400],
      ['two lengths', plain(get, 'Content-Length: 0', 'Content-Length: 1') + smuggled, 400],
      ['a list of lengths', plain(get, 'Content-Length: 0, 0') + smuggled, 400],
      ['a length with a sign', plain(get, 'Content-Length: +1') + smuggled, 400],
      ['a negative length', plain(get, 'Content-Length: -1') + smuggled, 400],
      ['an empty length', plain(get, 'Content-Length:') + smuggled, 400],
      ['a coding that is not chunked', plain(get, 'Transfer-Encoding: gzip') + smuggled, 400],
      ['identity', plain(get, 'Transfer-Encoding: identity') + smuggled, 400],
      ['a coding before chunked', `${plain(get, 'Transfer-Encoding: gzip, chunked')}0\r\n\r\n${smuggled}`, 400],
      ['chunked twice', `${plain(get, 'Transfer-Encoding: chunked, chunked')}0\r\n\r\n${smuggled}`, 400],
      ['chunks that are none', `${plain(get, 'Transfer-Encoding: chunked')}x\r\n${smuggled}`, 200],
      ['a length of 0', plain(get, 'Content-Length: 0'), 200],
    ],
  ],
  [
    'RFC 9110 section 7.8, Upgrade: what is behind it is no request',
    [
      ['WebSocket', plain(get, 'Connection: Upgrade', 'Upgrade: websocket') + smuggled, 200],
      [
        'HTTP/2',
        plain(get, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: A') + smuggled,
        200,
      ],
      ['without Connection', plain(get, 'Upgrade: websocket') + smuggled, 200],
      ['without a key', bare(get, 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket') + smuggled, 401],
      ['to CONNECT', plain('CONNECT a:1 HTTP/1.1') + smuggled, 405],
      ['to CONNECT without Host', bare('CONNECT a:1 HTTP/1.1') + smuggled, 400],
    ],
  ],
  [
    'RFC 9110 section 10.1.1, Expect: the answer comes instead of 100',
    [
      ['of a GET', plain(get, 'Expect: 100-continue'), 200],
      ['of a GET with a body', plain(get, 'Expect: 100-continue', 'Content-Length: 5'), 200],
      ['of a POST', plain(`POST ${list} HTTP/1.1`, 'Expect: 100-continue', 'Content-Length: 5'), 405],
      ['without a key', bare(get, 'Host: a', 'Expect: 100-continue', 'Content-Length: 5'), 401],
      ['of an unknown article', plain(`GET ${list}/99 HTTP/1.1`, 'Expect: 100-continue', 'Content-Length: 5'), 404],
      ['of a message that is refused', withHost(' a,b').replace(shown, 'Expect: 100-continue'), 400],
      ['of something else', plain(get, 'Expect: more'), 200],
    ],
  ],
];

let port = 0;
/** Of a server without the fast path. */
let slowPort = 0;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  ({ port } = await startServer(articles, {}, (end) => ends.push(end)));
  ({ port: slowPort } = await startServer(articles, { fastPath: false }, (end) => ends.push(end)));
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const firstByte = (text: string): Buffer[] => {
  const bytes = Buffer.from(text, 'latin1');
  return [bytes.subarray(0, 1), bytes.subarray(1)];
};
const before = plain(`GET ${list}/3 HTTP/1.1`);

describe.each(tables)('%s', (_, rows) => {
  test.each(rows)('%s', async (_, text, status) => {
    const whole = Buffer.from(text, 'latin1');
    const ways = [exchange(port, [whole]), exchange(port, firstByte(text)), exchange(slowPort, [whole])];
    const [answer = '', ...others] = await Promise.all(ways);
    for (const other of others) expect(other).toBe(answer);
    for (const message of split(answer, text.startsWith('HEAD'))) expectWhole(message);
    expect(answer.match(/^HTTP\/1\.1 (\d+)/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(answer).not.toContain('"id":2');
    const isKept = [200, 204, 401, 404, 405].includes(status);
    const isClosed = !isKept || /^(?:Upgrade|Content-Length: [1-9]|Transfer)/m.test(text);
    if (isClosed) expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    // Behind an answer that came straight from Galley, and in one read with a request before it.
    const isOpen = !/\r\nConnection: close\r\n/i.test(answer);
    const both = Buffer.from(before + text, 'latin1');
    const [behind = '', together = '', slow] = await Promise.all([
      exchange(port, [Buffer.from(before), whole], isOpen),
      exchange(port, [both], isOpen),
      exchange(slowPort, [both], isOpen),
    ]);
    expect(behind.slice(behind.indexOf('HTTP/1.1', 1))).toBe(answer);
    expect(behind).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(together.slice(together.indexOf('HTTP/1.1', 1))).toBe(answer);
    expect(slow).toBe(together);
  });
});

test('a client that goes on sending megabytes still reads why it is refused', { tags: ['long'] }, async () => {
  const size = 8_000_000;
  const head = plain(`POST ${list} HTTP/1.1`, `Content-Length: ${size}`);
  for (const text of [head, head.replace('Host: a', 'Host: a,b'), head.replace('POST', 'BREW')]) {
    const answer = await talk(port, text + 'a'.repeat(size));
    expect(answer).toMatch(/^HTTP\/1\.1 (?:405|400|501) .*\}$/s);
  }
});

test('a response that is under way comes before a refusal of what is behind it', { tags: ['long'] }, async () => {
  const big = encodeTestArticle(makeArticle({ id: 1, html: 'x'.repeat(6_000_000) }));
  const { port } = await startServer([big]);
  for (const bad of ['hello\r\n\r\n', 'GET / HTTP/1.2\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n']) {
    const answer = await talk(port, plain(get) + bad);
    expect(answer.match(/HTTP\/1\.1 \d+/g)?.[0]).toBe('HTTP/1.1 200');
    expect(answer).toMatch(/"updated_at":[^}]*\}HTTP\/1\.1 (?:400|405|505) /);
  }
});

test('a request line whose method is unknown is read to its end, or for a second', async () => {
  const inThree = ['B', 'RE', 'W / HTTP/1.1\r\n'].map((piece) => Buffer.from(piece));
  expect(await exchange(port, inThree)).toMatch(/^HTTP\/1\.1 501 /);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = talk(port, 'BRE');
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
  vi.advanceTimersByTime(1000);
  expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
});

test('the reason phrase of 422 is the title', async () => {
  const text = plain(`GET ${list}?page=0 HTTP/1.1`);
  for (const pieces of [[Buffer.from(text)], firstByte(text)]) {
    const answer = await exchange(port, pieces);
    expect(answer).toMatch(/^HTTP\/1\.1 422 Unprocessable Content\r\n.*"title":"Unprocessable Content"/s);
  }
});

describe('HEAD is GET without the body', () => {
  test.each([
    ['an article', plain(get)],
    ['a list', plain(`GET ${list} HTTP/1.1`)],
    ['compressed', plain(get, 'Accept-Encoding: gzip')],
    ['401', bare(get, 'Host: a')],
    ['404', plain(`GET ${list}/99 HTTP/1.1`)],
    ['404 of a route', plain('GET /nothing HTTP/1.1')],
    ['422', plain(`GET ${list}?page=0 HTTP/1.1`)],
    ['406', plain(get, 'Accept-Encoding: *;q=0')],
    ['410', plain(`GET /api/v1/changes?since=${'a'.repeat(32)}-1 HTTP/1.1`)],
    ['304', plain(get, 'If-None-Match: *')],
    ['400', withHost(' a,b')],
    ['505', plain('GET / HTTP/2.0')],
    ['/', plain('GET / HTTP/1.1')],
    ['an image', plain('GET /media/picture.900fbe934249ad120004bd249391f7c4.svg HTTP/1.1')],
    ['/healthz', plain('GET /healthz HTTP/1.1')],
  ])('%s', async (_, text) => {
    const [head, whole] = await Promise.all(
      [text.replace('GET', 'HEAD'), text].map((asked) => exchange(port, [Buffer.from(asked)])),
    );
    expect(head).toBe(whole?.slice(0, whole.indexOf('\r\n\r\n') + 4));
  });
});

describe('isHost', () => {
  test('knows IPv6 as Node does, and no zones', () => {
    const group = fc.oneof(
      fc.constantFrom('', '0', '1', 'ffff', '00000', 'g', '1.2.3.4', '1.2.3', '256.0.0.1'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(group, { maxLength: 9 }), (groups) => {
        const text = groups.join(':');
        fc.pre(!/[%\]]/.test(text) && !/^v/i.test(text));
        expect(isHost(`[${text}]`)).toBe(isIPv6(text));
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['[v1.a]', '[vF.a:b]', '[::ffff:1.2.3.4]', "a.b-c_d~!$&'()*+;=%20", '[::1]:', 'a:65535'])(
    '%s is one',
    (text) => {
      expect(isHost(text)).toBe(true);
    },
  );

  test.each(['[v.a]', '[v1.]', '[v1]', '[]', '[1]', 'a[b]', '[::1]a', 'a:-1', 'a:1 ', 'a\n', '%zz'])(
    '%j is none',
    (text) => {
      expect(isHost(text)).toBe(false);
    },
  );
});

/** The answers on one connection. */
function split(answers: string, isHead: boolean): string[] {
  const found: string[] = [];
  for (let from = 0; from < answers.length; ) {
    const end = answers.indexOf('\r\n\r\n', from) + 4;
    const head = answers.slice(from, end);
    const size = isHead ? 0 : Number(/^Content-Length: (\d+)/im.exec(head)?.[1] ?? 0);
    found.push(answers.slice(from, end + size));
    from = end + size;
  }
  return found;
}

/** What stands in every answer. */
function expectWhole(message: string): void {
  expect(message).toMatch(/^Date: now\r$/m);
  expect(message).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
  expect(message).toMatch(/^Content-Security-Policy: default-src 'none'/m);
  expect(message).toMatch(/^Referrer-Policy: no-referrer\r$/m);
  if (/^HTTP\/1\.1 (?:[45]|204)/.test(message)) expect(message).toMatch(/^Vary: Accept-Encoding, X-Api-Key\r$/m);
  if (!/^HTTP\/1\.1 [45]/.test(message)) return;
  expect(message).toMatch(/^Content-Type: application\/problem\+json\r$/m);
  expect(message).toMatch(/^Cache-Control: no-store\r$/m);
  expect(message).toMatch(/^Content-Length: \d+\r$/m);
}
