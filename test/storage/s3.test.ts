import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { s3Client } from '../../src/storage/s3/s3-client.ts';
import { type S3Options, s3Storage } from '../../src/storage/s3.ts';
import { firstOf } from '../support/amount.ts';
import { freePort } from '../support/free-port.ts';
import { type FakeStore, fail, startObjectStore } from '../support/object-store.ts';
import { holdTimeouts, skipPauses } from '../support/timeouts.ts';

const bytes = Buffer.from('0123456789');

async function startStore(): Promise<FakeStore> {
  const store = await startObjectStore();
  store.objects.set('f', bytes);
  return store;
}

type Fault = (request: IncomingMessage, response: ServerResponse) => void;

const answerWith =
  (status: number, code: string): Fault =>
  (_, response) =>
    fail(response, status, code);

const range =
  (contentRange: string, body: string): Fault =>
  (_, response) => {
    response.writeHead(206, { 'Content-Range': contentRange }).end(body);
  };

const faults: [string, Fault, string][] = [
  ['500', answerWith(500, 'InternalError'), 'the store gave status 500 InternalError'],
  ['503, too many requests for it', answerWith(503, 'SlowDown'), 'the store gave status 503 SlowDown'],
  ['429', answerWith(429, 'TooManyRequests'), 'the store gave status 429 TooManyRequests'],
  ['no response', () => {}, 'the store did not respond within 60 ms'],
  ['a connection that is cut', (request) => request.socket.destroy(), 'cannot be reached, or ended the connection'],
  [
    'a body that breaks off half-way',
    (_, response) => {
      response.writeHead(206, { 'Content-Range': 'bytes 2-5/10', 'Content-Length': 4 });
      response.write('23', () => response.destroy());
    },
    'cannot be reached, or ended the connection',
  ],
  [
    'a body that stops half-way',
    (_, response) => {
      response.writeHead(206, { 'Content-Range': 'bytes 2-5/10', 'Content-Length': 4 });
      response.write('23');
    },
    'the store did not respond within 60 ms',
  ],
  ['another range', range('bytes 0-3/10', '0123'), 'gave 4 bytes as bytes 0-3/10 for bytes=2-5'],
  ['a longer range', range('bytes 2-6/10', '23456'), 'gave 5 bytes as bytes 2-6/10 for bytes=2-5'],
  ['fewer bytes than it says', range('bytes 2-5/10', '234'), 'gave 3 bytes as bytes 2-5/10 for bytes=2-5'],
  ['a range that ends before the file does', range('bytes 2-3/10', '23'), 'gave 2 bytes as bytes 2-3/10'],
  ['no Content-Range', (_, response) => response.writeHead(206).end('2345'), 'gave 4 bytes as null for bytes=2-5'],
];

describe.each(faults)('%s', (_, fault, reason) => {
  const limits = { attemptTimeout: 60, timeout: 60_000, attempts: 3 };
  let expire: (milliseconds: number) => void;
  beforeEach(() => {
    skipPauses();
    expire = holdTimeouts();
  });
  const meddle: Fault = (request, response) => {
    fault(request, response);
    if (reason.includes('did not respond')) expire(60);
  };

  test('once: it is asked again', async () => {
    const store = await startStore();
    let left = 1;
    store.meddle = (request, response) => {
      if (left-- <= 0) return false;
      meddle(request, response);
      return true;
    };
    const storage = s3Storage({ ...store, ...limits });
    expect(Buffer.from((await storage.read('f', 2, 6)) ?? []).toString()).toBe('2345');
    expect(store.asked).toEqual(['GET f bytes=2-5', 'GET f bytes=2-5']);
  });

  test('always: the read fails, after a bounded number of tries', async () => {
    const store = await startStore();
    store.meddle = (request, response) => {
      meddle(request, response);
      return true;
    };
    const storage = s3Storage({ ...store, ...limits });
    await expect(storage.read('f', 2, 6)).rejects.toMatchObject({
      name: 'FailedRead',
      path: 'f',
      message: expect.stringMatching(new RegExp(`${reason}.*\\(tried 3 times\\)`)),
    });
    expect(store.asked).toHaveLength(3);
  });
});

test('what no second try would change is asked once', async () => {
  const store = await startStore();
  const codes: [number, string, string][] = [
    [403, 'AccessDenied', '403 AccessDenied; if the credentials lack s3:ListBucket'],
    [403, 'SignatureDoesNotMatch', '403 SignatureDoesNotMatch.'],
    [403, 'RequestTimeTooSkewed', '403 RequestTimeTooSkewed.'],
    [404, 'NoSuchBucket', '404 NoSuchBucket.'],
    [301, 'PermanentRedirect', '301'],
    [501, 'NotImplemented', '501 NotImplemented.'],
  ];
  for (const [status, code, message] of codes) {
    store.meddle = (_, response) => {
      fail(response, status, code);
      return true;
    };
    store.asked.length = 0;
    const reading = s3Storage(store).read('f');
    await expect(reading).rejects.toMatchObject({ name: 'FailedRead', message: expect.stringContaining(message) });
    expect(store.asked).toHaveLength(1);
  }
});

describe('a response without end is given up', () => {
  const zeros = Buffer.alloc(1024 * 1024);
  /** Sends zeros until the connection is closed. */
  async function send(response: ServerResponse, sent: { bytes: number }): Promise<void> {
    const closed = new Promise((resolve) => response.once('close', resolve));
    while (!response.destroyed) {
      sent.bytes += zeros.length;
      if (!response.write(zeros)) await Promise.race([once(response, 'drain'), closed]);
    }
  }

  const answers: [string, (response: ServerResponse) => void, number][] = [
    ['a refusal', (response) => response.writeHead(403), 1],
    ['a redirect, which is not followed', (response) => response.writeHead(302, { Location: '/elsewhere' }), 1],
    ['a file', () => {}, 64],
    ['that says another length', (response) => response.writeHead(200, { 'Content-Length': 2 ** 40 }), 64],
  ];
  test.each(firstOf(2, answers))('%s', { tags: ['scaled'] }, async (_, begin, mebibytes) => {
    const store = await startStore();
    const sent = { bytes: 0 };
    store.meddle = (_, response) => {
      begin(response);
      void send(response, sent);
      return true;
    };
    const reading = s3Storage({ ...store, attemptTimeout: 60_000, timeout: 60_000 }).read('f');
    await expect(reading).rejects.toThrow(`the store sent more than ${mebibytes === 1 ? 65_536 : 67_108_864} bytes`);
    expect(store.asked).toHaveLength(1);
    // What is between the two is still being sent.
    expect(sent.bytes).toBeLessThan((mebibytes + 16) * 1024 * 1024);
  });

  test('zeros in gzip', { tags: ['long'] }, async () => {
    // A member for each mebibyte, of which only one is compressed here.
    const zipped = Buffer.concat(Array<Buffer>(65).fill(gzipSync(zeros)));
    const store = await startStore();
    store.meddle = (_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': zipped.length }).end(zipped);
      return true;
    };
    const reading = s3Storage({ ...store, attemptTimeout: 60_000, timeout: 60_000 }).read('f');
    await expect(reading).rejects.toThrow('the store sent more than 67108864 bytes');
    expect(store.asked).toHaveLength(1);
  });
});

test('a store that is slow, but not too slow, is waited for', async () => {
  const store = await startStore();
  store.meddle = async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return false;
  };
  expect(await s3Storage({ ...store, attemptTimeout: 60_000 }).read('f', 0, 1)).toHaveLength(1);
  expect(store.asked).toHaveLength(1);
});

test('a read ends in its time, with all its tries', async () => {
  const store = await startStore();
  store.meddle = () => true;
  // No clock is set here: the time is over in earnest.
  const reading = s3Storage({ ...store, attemptTimeout: 5000, timeout: 50, attempts: 1000 }).read('f');
  await expect(reading).rejects.toThrow('did not respond');
});

test('a store that is not there', async () => {
  const storage = s3Storage({ ...(await startStore()), endpoint: `http://127.0.0.1:${await freePort()}`, attempts: 2 });
  await expect(storage.read('f')).rejects.toThrow(
    'cannot be reached, or ended the connection (ECONNREFUSED) (tried 2 times)',
  );
  await expect(storage.size('f')).rejects.toMatchObject({ name: 'FailedRead' });
});

test('a redirect is not followed: what is signed is for this store alone', async () => {
  const store = await startStore();
  const elsewhere = await startStore();
  store.meddle = (_, response) => {
    response.writeHead(307, { Location: `${elsewhere.endpoint}/articles/f` }).end();
    return true;
  };
  await expect(s3Storage(store).read('f')).rejects.toThrow('the store gave status 307');
  expect([store.asked, elsewhere.asked]).toEqual([['GET f'], []]);
});

test('a file is asked for as it is, never compressed', async () => {
  const store = await startStore();
  const wanted: unknown[] = [];
  store.meddle = ({ headers }) => {
    wanted.push(headers['accept-encoding']);
    return false;
  };
  await s3Storage(store).read('f');
  expect(wanted).toEqual(['identity']);
});

test('a store that does not say how long a file is: no file of 0 bytes', async () => {
  const store = await startStore();
  store.meddle = (_, response) => {
    response.writeHead(200, { 'Transfer-Encoding': 'chunked' }).end();
    return true;
  };
  await expect(s3Storage(store).size('f')).rejects.toMatchObject({
    name: 'FailedRead',
    message: 'f could not be read: the store gave no Content-Length.',
  });
});

test('a store that ignores ranges', async () => {
  const store = await startStore();
  store.meddle = (_, response) => {
    response.writeHead(200, { 'Content-Length': 10 }).end(bytes);
    return true;
  };
  const storage = s3Storage(store);
  expect(Buffer.from((await storage.read('f', 2, 6)) ?? []).toString()).toBe('2345');
  expect(await storage.read('f', 2, 11)).toBeNull();
});

test('no more requests at the same time than allowed, and each in its turn', async () => {
  const store = await startStore();
  let [now, most] = [0, 0];
  store.meddle = async () => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 5));
    now--;
    return false;
  };
  const storage = s3Storage({ ...store, concurrency: 3 });
  const found = await Promise.all(Array.from({ length: 20 }, (_, i) => storage.read('f', i % 10, (i % 10) + 1)));
  expect(found.map((each) => String.fromCharCode(...(each ?? [])))).toEqual([...'01234567890123456789']);
  expect(most).toBe(3);
});

test('requests that wait for others fail in their time, and later ones go on', async () => {
  const store = await startStore();
  let isStuck = true;
  store.meddle = () => isStuck;
  const expire = holdTimeouts();
  const storage = s3Storage({ ...store, concurrency: 1, attempts: 1, attemptTimeout: 60, timeout: 60 });
  const reading = Promise.allSettled([storage.read('f'), storage.read('f'), storage.read('f')]);
  await vi.waitUntil(() => store.asked.length > 0, { interval: 5 });
  expire(60);
  const found = await reading;
  expect(found.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  isStuck = false;
  expect(await storage.read('f')).toHaveLength(10);
});

describe('addresses', () => {
  async function addressOf(options: Partial<S3Options>): Promise<string> {
    let address = '';
    const all = { bucket: 'some-bucket', region: 'eu-central-1', credentials: null, ...options };
    const storage = s3Storage({
      ...all,
      fetch: async (url) => {
        address = url;
        return new Response('');
      },
    });
    await storage.read('api/v1/release.json');
    return address;
  }

  test.each([
    [{}, 'https://some-bucket.s3.eu-central-1.amazonaws.com/api/v1/release.json'],
    [{ bucket: 'with.dots' }, 'https://s3.eu-central-1.amazonaws.com/with.dots/api/v1/release.json'],
    [{ prefix: 'live' }, 'https://some-bucket.s3.eu-central-1.amazonaws.com/live/api/v1/release.json'],
    [{ endpoint: 'https://r2.example.com' }, 'https://r2.example.com/some-bucket/api/v1/release.json'],
    [
      { endpoint: 'https://h.example/s3/', prefix: '/a/b/' },
      'https://h.example/s3/some-bucket/a/b/api/v1/release.json',
    ],
    [
      { endpoint: 'https://h.example', addressing: 'virtual-hosted' },
      'https://some-bucket.h.example/api/v1/release.json',
    ],
    [{ endpoint: 'http://minio:9000' }, 'http://minio:9000/some-bucket/api/v1/release.json'],
    [{ endpoint: 'http://10.1.2.3:9000' }, 'http://10.1.2.3:9000/some-bucket/api/v1/release.json'],
  ] as const)('%j: %s', async (options, expected) => {
    expect(await addressOf(options)).toBe(expected);
  });

  test.each([
    [{ endpoint: 'http://s3.example.com' }, 'Expected https:'],
    [{ endpoint: 'http://8.8.8.8' }, 'Expected https:'],
    [{ endpoint: 's3.example.com' }, 'Expected scheme and host'],
    [{ endpoint: 'https://id:secret@s3.example.com' }, 'found "https://***@s3.example.com"'],
    [{ bucket: 'a/b' }, 'The bucket: found "a/b"'],
  ])('%j is refused', async (options, expected) => {
    await expect(addressOf(options)).rejects.toThrow(expected);
  });
});

test('credentials are asked for each time, and never sent', async () => {
  let asked = 0;
  const sent: string[] = [];
  const storage = s3Storage({
    bucket: 'bucket',
    region: 'r',
    credentials: async () => ({ accessKeyId: `id${++asked}`, secretAccessKey: 'the-secret', sessionToken: 'token' }),
    fetch: async (url, { headers }) => {
      sent.push(`${url} ${JSON.stringify(Object.fromEntries(headers as Headers))}`);
      return new Response('', { headers: { 'Content-Length': '0' } });
    },
  });
  await storage.read('a');
  await storage.read('a', 0, 0);
  expect(asked).toBe(2);
  expect(sent.join()).not.toContain('the-secret');
  expect(sent[0]).toContain('Credential=id1/');
  expect(sent[1]).toContain('"x-amz-security-token":"token"');
});

test('missing credentials are reported at once', async () => {
  const options: Partial<S3Options> = await startStore();
  delete options.credentials;
  expect(() => s3Storage(options as S3Options)).toThrow('The credentials: found none.');
});

test('requests that pause together listen once to what stops the client, and no more after that', async () => {
  skipPauses();
  const store = await startStore();
  let left = 20;
  store.meddle = (_, response) => {
    if (left-- <= 0) return false;
    fail(response, 503, 'SlowDown');
    return true;
  };
  const { signal } = new AbortController();
  const changes: number[] = [];
  const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
  add.mockImplementation(() => void changes.push(1));
  remove.mockImplementation(() => void changes.push(-1));
  const client = s3Client(store, signal);
  const responses = await Promise.all(Array.from({ length: 20 }, () => client.send({ method: 'GET', path: 'f' })));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(changes.length).toBeGreaterThan(0);
  expect(changes).toEqual(changes.map((_, i) => (i % 2 === 0 ? 1 : -1)));
});

test('what stops the client ends a pause at once', async () => {
  const store = await startStore();
  const stop = new AbortController();
  store.meddle = (_, response) => {
    vi.spyOn(Math, 'random').mockReturnValue(1e6);
    response.once('close', () => setImmediate(() => stop.abort(new Error('stopped'))));
    fail(response, 503, 'SlowDown');
    return true;
  };
  onTestFinished(() => void vi.restoreAllMocks());
  const client = s3Client({ ...store, timeout: 2 ** 30 }, stop.signal);
  await expect(client.send({ method: 'GET', path: 'f' })).rejects.toThrow('stopped');
});
