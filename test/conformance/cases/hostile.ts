import { type Case, type Expected, toRaw } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import { toOne } from './expected-list.ts';
import { list } from './requests.ts';

export type HostileRow = [what: string, text: string | readonly string[], statuses: readonly number[], isCutOff?: true];

/** The same over bare sockets. Only the responses that are expected may come. */
export function casesOfHostileRequests(fixture: Fixture): Case[] {
  /** Only to where no key was shown: the response must hold no article. */
  const isKeyless = (statuses: readonly number[]): boolean => statuses.length === 1 && statuses[0] === 401;
  return hostileRequests(fixture.key).flatMap(([section, rows]) =>
    rows.map(([title, text, statuses, isCutOff]): Case => {
      const message = toRaw(
        text,
        isCutOff ? 0 : statuses.length,
        methodsOf(typeof text === 'string' ? text : text.join('')),
      );
      const expected = statuses.map((status) => toExpected(fixture, title, status));
      const isWithBody = /^Expect: 100-continue\r\nContent-Length: 5\r$/m.test(String(text));
      const own = isWithBody ? { ...message, onContinue: Buffer.from('12345') } : message;
      const step = { asked: null, message: own, expected };
      return { section, title, steps: [step], needsKeyCheck: isKeyless(statuses) };
    }),
  );
}

/** What no decent client sends, and the statuses of the responses, of an instance whose articles 1 to 5 the key opens. */
export function hostileRequests(key: string): [section: string, rows: HostileRow[]][] {
  const shown = `X-Api-Key: ${key}`;
  const bare = (line: string, ...fields: string[]): string => `${[line, ...fields].join('\r\n')}\r\n\r\n`;
  const plain = (line: string, ...fields: string[]): string => bare(line, 'Host: a', shown, ...fields);
  const get = `GET ${list}/1 HTTP/1.1`;
  const withHost = (...hosts: string[]): string => bare(get, ...hosts.map((host) => `Host:${host}`), shown);
  /** Must never be answered, behind another request. */
  const smuggled = plain(`GET ${list}/2 HTTP/1.1`);
  const withoutKey = bare(get, 'Host: a');
  return [
    [
      'RFC 9112 section 3, request line',
      [
        ['GET', plain(get), [200]],
        ['an empty line before it', `\r\n${plain(get)}`, [200]],
        ['OPTIONS *', plain('OPTIONS * HTTP/1.1'), [204]],
        ['GET *', plain('GET * HTTP/1.1'), [400]],
        ['HEAD *', plain('HEAD * HTTP/1.1'), [400]],
        ['an unknown method', plain('BREW / HTTP/1.1'), [501]],
        ['a longer method', plain('GETX / HTTP/1.1'), [501]],
        ['a method of 500 letters', plain(`${'A'.repeat(500)} / HTTP/1.1`), [501]],
        ['CONNECT', plain('CONNECT a:1 HTTP/1.1'), [405]],
        ['TRACE', plain(`TRACE ${list} HTTP/1.1`), [405]],
        ['no method', plain(' / HTTP/1.1'), [400]],
        ['a method that is no token', plain('G@T / HTTP/1.1'), [400]],
        ['a space before it', ` ${plain(get)}`, [400]],
        ['a tab instead of a space', plain('GET\t/ HTTP/1.1'), [400]],
        ['two spaces', plain(`GET  ${list}/1 HTTP/1.1`), [200]],
        ['words', 'hello world\r\n\r\n', [400]],
        ['a word', 'hello\r\n\r\n', [400]],
        ['a method alone', 'GET\r\n\r\n', [400]],
        ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', [400]],
        ['a bare line feed', `${get}\nHost: a\r\n\r\n`, [400]],
        ['no slash', plain('GET api HTTP/1.1'), [400]],
        ['a query alone', plain('GET ?a HTTP/1.1'), [400]],
        ['* and more', plain('GET *a HTTP/1.1'), [400]],
        ['a byte above 127 in the target', plain(`GET ${list}/\xe9 HTTP/1.1`), [400]],
        ['a null byte in the target', plain(`GET ${list}/\0 HTTP/1.1`), [400]],
        ['a control character in the target', plain(`GET ${list}/\x01 HTTP/1.1`), [400]],
        ['DEL in the target', plain(`GET ${list}/\x7f HTTP/1.1`), [400]],
        ['a carriage return in the target', plain(`GET ${list}/\r1 HTTP/1.1`), [400]],
        ['a backslash in the target', plain(`GET \\api\\v1\\articles HTTP/1.1`), [400]],
      ],
    ],
    [
      'RFC 9112 section 2.3, version',
      [
        ['HTTP/1.0', plain(`GET ${list}/1 HTTP/1.0`), [200]],
        ['HTTP/1.0 without Host', bare(`GET ${list}/1 HTTP/1.0`, shown), [200]],
        ['HTTP/1.0 without a key', bare(`GET ${list}/1 HTTP/1.0`), [401]],
        ['HTTP/0.9', plain('GET / HTTP/0.9'), [505]],
        ['HTTP/0.9 as it was', 'GET /\r\n\r\n', [505]],
        ['HTTP/1.2', plain('GET / HTTP/1.2'), [505]],
        ['HTTP/2.0', plain('GET / HTTP/2.0'), [505]],
        ['HTTP/2', plain('GET / HTTP/2'), [505]],
        ['HTTP/9.9', plain('GET / HTTP/9.9'), [505]],
        ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [505]],
        ['HTTP/1.11', plain('GET / HTTP/1.11'), [400]],
        ['HTTP/1.1 and more', plain('GET / HTTP/1.1x'), [400]],
        ['small letters', plain('GET / http/1.1'), [400]],
        ['another protocol', plain('GET / FOO/1.1'), [400]],
      ],
    ],
    [
      'RFC 9112 section 3.2, target and Host',
      [
        ['absolute form', plain(`GET http://b${list}/1 HTTP/1.1`), [200]],
        ['absolute form with a port', plain(`GET HTTP://[::1]:80${list}/1 HTTP/1.1`), [200]],
        ['absolute form without a path', plain('GET http://b HTTP/1.1'), [200]],
        ['absolute form without a key', bare(`GET http://b${list}/1 HTTP/1.1`, 'Host: a'), [401]],
        ['absolute form without a host', plain('GET http:///a HTTP/1.1'), [400]],
        ['absolute form with userinfo', plain(`GET http://u@b${list}/1 HTTP/1.1`), [400]],
        ['absolute form with a port that is none', plain(`GET http://b:99999${list}/1 HTTP/1.1`), [400]],
        ['absolute form and no Host', bare(`GET http://b${list}/1 HTTP/1.1`, shown), [400]],
        ['absolute form of another scheme', plain('GET ftp://b/ HTTP/1.1'), [404]],
        ['absolute form of a file', plain('GET file:///etc/passwd HTTP/1.1'), [404]],
        ['a Host of the site is not needed', withHost(' elsewhere.example:99'), [200]],
        ['an IPv6 Host', withHost(' [2001:db8::1]:8787'), [200]],
        ['no Host', withHost(), [400]],
        ['two Hosts', withHost(' a', ' b'), [400]],
        ['twice the same Host', withHost(' a', ' a'), [400]],
        ['an empty Host', withHost(''), [400]],
        ['a Host with userinfo', withHost(' u@a'), [400]],
        ['a Host with a path', withHost(' a/b'), [400]],
        ['a Host with a query', withHost(' a?b'), [400]],
        ['a Host with a comma', withHost(' a, b'), [400]],
        ['a Host with a space', withHost(' a b'), [400]],
        ['a Host with a scheme', withHost(' http://a'), [400]],
        ['a Host with a port that is no number', withHost(' a:b'), [400]],
        ['a Host with a port beyond 65535', withHost(' a:65536'), [400]],
        ['a Host of a port alone', withHost(' :80'), [400]],
        ['a Host with brackets that do not close', withHost(' [::1'), [400]],
        ['a Host with a byte above 127', withHost(' \xe4'), [400]],
        ['a Host with a backslash', withHost(' a\\b'), [400]],
      ],
    ],
    [
      'RFC 9112 section 5, fields',
      [
        ['a line that goes on', plain(get, 'Accept: a', ' b'), [400]],
        ['a space before the colon', plain(get, 'Accept : a'), [400]],
        ['a key with a space before the colon', bare(get, 'Host: a', `X-Api-Key : ${key}`), [400]],
        ['no colon', plain(get, 'Accept'), [400]],
        ['no name', plain(get, ': a'), [400]],
        ['a name that is no token', plain(get, 'A(b: c'), [400]],
        ['a bare carriage return', plain(get, 'Accept: a\rX-A: b'), [400]],
        ['a bare line feed', plain(get, 'Accept: a\nX-A: b'), [400]],
        ['a null byte', plain(get, 'Accept: a\0b'), [400]],
        ['a null byte in the key', bare(get, 'Host: a', `${shown}\0`), [400]],
        ['a byte above 127 in the key', bare(get, 'Host: a', `${shown}\xe9`), [401]],
        ['a key twice', plain(get, 'X-Api-Key: other'), [401]],
        ['a key twice, the right one last', bare(get, 'Host: a', 'X-Api-Key: other', shown), [401]],
        [
          'a key behind 300 fields',
          bare(get, 'Host: a', ...Array.from({ length: 300 }, (_, i) => `X-A${i}: b`), shown),
          [200],
        ],
        [
          'a second key behind 300 fields',
          plain(get, ...Array.from({ length: 300 }, (_, i) => `X-A${i}: b`), 'X-Api-Key: other'),
          [401],
        ],
        ['more than 64 KiB', plain(get, `X-A: ${'a'.repeat(70_000)}`), [431]],
        ['20 KiB', plain(get, `X-A: ${'a'.repeat(20_000)}`), [200]],
        ['names of objects', plain(get, '__proto__: a', 'constructor: b', 'toString: c'), [200]],
        ['a key by a field that names it as of the connection', plain(get, 'Connection: close, X-Api-Key'), [200]],
        [
          'X-Forwarded-Host does not change links',
          plain(get, 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https'),
          [200],
        ],
        ['X-HTTP-Method-Override is not asked for', plain(get, 'X-HTTP-Method-Override: DELETE'), [200]],
        [
          'X-Original-URL is not asked for',
          plain(`GET /nothing HTTP/1.1`, `X-Original-URL: ${list}`, `X-Rewrite-URL: ${list}`),
          [404],
        ],
      ],
    ],
    [
      'RFC 9112 section 6, bodies: never read, and never taken for the next request',
      [
        ['of a GET', plain(get, `Content-Length: ${smuggled.length}`) + smuggled, [200]],
        [
          'of a GET, in chunks',
          `${plain(get, 'Transfer-Encoding: chunked')}${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
          [200],
        ],
        ['of a POST', plain(`POST ${list} HTTP/1.1`, `Content-Length: ${smuggled.length}`) + smuggled, [405]],
        ['of a GET without a key', `${bare(get, 'Host: a', `Content-Length: ${smuggled.length}`)}${smuggled}`, [401]],
        ['a length of 0', plain(get, 'Content-Length: 0'), [200]],
        ['both lengths', `${plain(get, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`, [400]],
        [
          'both, the other way round',
          `${plain(get, 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n`,
          [400],
        ],
        ['two lengths', plain(get, 'Content-Length: 0', 'Content-Length: 1') + smuggled, [400]],
        ['a list of lengths', plain(get, 'Content-Length: 0, 0') + smuggled, [400]],
        ['a length with a plus', plain(get, 'Content-Length: +1') + smuggled, [400]],
        ['a negative length', plain(get, 'Content-Length: -1') + smuggled, [400]],
        ['an empty length', plain(get, 'Content-Length:') + smuggled, [400]],
        ['a length in hexadecimal', plain(get, 'Content-Length: 0x5') + smuggled, [400]],
        ['a coding that is not chunked', plain(get, 'Transfer-Encoding: gzip') + smuggled, [400]],
        ['identity', plain(get, 'Transfer-Encoding: identity') + smuggled, [400]],
        ['a coding before chunked', `${plain(get, 'Transfer-Encoding: gzip, chunked')}0\r\n\r\n${smuggled}`, [400]],
        ['chunked twice', `${plain(get, 'Transfer-Encoding: chunked, chunked')}0\r\n\r\n${smuggled}`, [400]],
        ['chunked with a vertical tab', `${plain(get, 'Transfer-Encoding: \x0bchunked')}0\r\n\r\n${smuggled}`, [400]],
        ['Expect: 100-continue', plain(get, 'Expect: 100-continue'), [200]],
        [
          'Expect: 100-continue without a key',
          bare(get, 'Host: a', 'Expect: 100-continue', 'Content-Length: 5'),
          [401],
        ],
        ['Expect of something else', plain(get, 'Expect: more'), [200]],
        ['an upgrade to WebSocket', plain(get, 'Connection: Upgrade', 'Upgrade: websocket') + smuggled, [200]],
        [
          'an upgrade to HTTP/2',
          plain(get, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: A') + smuggled,
          [200],
        ],
        [
          'an upgrade without a key',
          bare(get, 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket') + withoutKey,
          [401],
        ],
      ],
    ],
    [
      'One connection',
      [
        ['two requests at once', plain(get) + plain(`GET ${list}/3 HTTP/1.1`), [200, 200]],
        [
          'five at once',
          [1, 2, 3, 4, 5].map((id) => plain(`GET ${list}/${id} HTTP/1.1`)).join(''),
          [200, 200, 200, 200, 200],
        ],
        ['a good one, then one without a key', plain(get) + withoutKey, [200, 401]],
        ['one without a key, then a good one', withoutKey + plain(get), [401, 200]],
        [
          'one to each kind of address',
          plain(get) +
            bare('GET /healthz HTTP/1.1', 'Host: a') +
            bare('GET / HTTP/1.1', 'Host: a') +
            plain(`GET ${list}?per_page=2 HTTP/1.1`),
          [200, 200, 200, 200],
        ],
        ['HEAD, then GET', plain(`HEAD ${list}/1 HTTP/1.1`) + plain(get), [200, 200]],
        ['a request in two chunks', [plain(get).slice(0, 20), plain(get).slice(20)], [200]],
        ['a request cut within its key', [plain(get).slice(0, -20), plain(get).slice(-20)], [200]],
        ['a request in single bytes', Array.from(bare(`GET ${list}/1 HTTP/1.1`, 'Host: a')), [401]],
        ['nonsense behind a good one', `${plain(get)}hello\r\n\r\n`, [200, 400]],
        ['nothing at all', '', [], true],
        ['a request line that is cut off', 'GET /api/v1/art', [400], true],
        ['header fields that are cut off', plain(get).slice(0, -10), [400], true],
        ['a body that is cut off', `${plain(`POST ${list} HTTP/1.1`, 'Content-Length: 10')}abc`, [405], true],
        ['the client closes, as it says', plain(get, 'Connection: close'), [200]],
        ['a request behind one that closes', plain(get, 'Connection: close') + smuggled, [200]],
      ],
    ],
  ];
}

/** Of requests without bodies, in order. */
function methodsOf(text: string): string[] {
  const [, ...others] = text.split('\r\n\r\n').slice(0, -1);
  const [first = ''] = text.trimStart().split(' ', 1);
  return [first, ...others.map((each) => each.trimStart().split(' ', 1)[0] ?? '')];
}

/** The links of a response never follow the host that the request names. */
function toExpected(fixture: Fixture, title: string, status: number): Expected {
  const isOne = /Forwarded|Host of the site|absolute form$/.test(title);
  return isOne ? toOne(fixture, 1) : { status };
}
