import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isHost } from '../../../src/adapters/node/http/refuse.ts';
import { type HostileRow, hostileRequests } from '../../conformance/cases/hostile.ts';
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

const own: HostileRow[] = [
  ['HEAD', plain(`HEAD ${list}/1 HTTP/1.1`), [200]],
  ['OPTIONS', plain(`OPTIONS ${list} HTTP/1.1`), [204]],
  ['a method that is not answered', plain(`PUT ${list} HTTP/1.1`), [405]],
  ['a method of WebDAV', plain(`PROPFIND ${list} HTTP/1.1`), [405]],
  ['a method that is not registered', plain(`PURGE ${list} HTTP/1.1`), [501]],
  ['a method in small letters', plain('get / HTTP/1.1'), [501]],
  ['a method of RTSP', plain('ANNOUNCE / HTTP/1.1'), [501]],
  ['another method of RTSP', plain('DESCRIBE / RTSP/1.0'), [501]],
  ['no version', plain('GET / '), [400]],
  ['HTTP/3.0', plain('GET / HTTP/3.0'), [505]],
  ['the preface of HTTP/2 in HTTP/1.1', plain('PRI * HTTP/1.1'), [400]],
  ['a blank behind the version', plain('GET / HTTP/1.1 '), [400]],
  ['absolute form and a Host that is none', bare(`GET http://b${list}/1 HTTP/1.1`, 'Host: a/b', shown), [400]],
  ...['a:80', 'a:', '127.0.0.1:8787', 'a_b', '%61', '\t a \t'].map(
    (host): HostileRow => [`a Host: ${host}`, withHost(` ${host}`), [200]],
  ),
  ...['  ', 'u:p@a', 'a,b', 'a:1:2', '::1', '[::1::]', '[fe80::1%25eth0]', 'a%'].map(
    (host): HostileRow => [`no Host: ${host}`, withHost(` ${host}`), [400]],
  ),
  ['two Hosts in HTTP/1.0', bare(`GET ${list}/1 HTTP/1.0`, 'Host: a', 'host: b', shown), [400]],
  ['a Host that goes on', bare(get, 'Host: a', ' b', shown), [400]],
  ['a first line that goes on', bare(get, ' Host: a', shown), [400]],
  ['a blank before the colon of a Host', bare(get, 'Host : a', shown), [400]],
  ['chunks that are none', `${plain(get, 'Transfer-Encoding: chunked')}x\r\n${smuggled}`, [200]],
  ['an upgrade without Connection', plain(get, 'Upgrade: websocket') + smuggled, [200]],
  ['an upgrade to CONNECT', plain('CONNECT a:1 HTTP/1.1') + smuggled, [405]],
  ['an upgrade to CONNECT without Host', bare('CONNECT a:1 HTTP/1.1') + smuggled, [400]],
  ['Expect of a GET with a body', plain(get, 'Expect: 100-continue', 'Content-Length: 5'), [200]],
  ['Expect of a POST', plain(`POST ${list} HTTP/1.1`, 'Expect: 100-continue', 'Content-Length: 5'), [405]],
  [
    'Expect of an unknown article',
    plain(`GET ${list}/99 HTTP/1.1`, 'Expect: 100-continue', 'Content-Length: 5'),
    [404],
  ],
  ['Expect of a message that is refused', withHost(' a,b').replace(shown, 'Expect: 100-continue'), [400]],
];

/** What each platform is asked, one request at a time, and more of what Node reads. */
const tables: [section: string, rows: HostileRow[]][] = [
  ...hostileRequests(key).filter(([section]) => section !== 'One connection'),
  ['what Node reads', own],
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
  test.each(rows)('%s', async (_, given, [status = 0]) => {
    const text = String(given);
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
    ['400', withHost(' a,b')],
    ['505', plain('GET / HTTP/2.0')],
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
