import { expect, onTestFinished, test, vi } from 'vitest';
import { type Assets, assetsStorage } from '../../src/storage/assets.ts';
import { fakeAssets } from '../support/edge-stores.ts';

const failed = (reason: string) =>
  expect.objectContaining({ name: 'FailedRead', message: expect.stringContaining(reason) });

function answering(...answers: (() => Response)[]): Assets & { count: number } {
  return {
    count: 0,
    async fetch() {
      const answer = answers[Math.min(this.count++, answers.length - 1)];
      return answer?.() ?? new Response(null, { status: 404 });
    },
  };
}

const html = { headers: { 'Content-Type': 'text/html; charset=utf-8' } };

test.each<[string, Response, string, string]>([
  ['a redirect', new Response(null, { status: 307, headers: { Location: '/' } }), 'index.html', 'html_handling'],
  ['the page of an application', new Response('<!doctype html>', html), 'api/v1/release.json', 'not_found_handling'],
  [
    'the same for a compressed file',
    new Response('<!doctype html>', html),
    'api/v1/pages/a.json.gz',
    'not_found_handling',
  ],
])('%s is never taken for a file, nor asked for again', async (_, response, path, reason) => {
  const assets = answering(() => response);
  await expect(assetsStorage(assets).read(path)).rejects.toThrow(failed(reason));
  expect(assets.count).toBe(1);
});

test('a page is read as what it is', async () => {
  const assets = answering(() => new Response('<!doctype html>', html));
  expect(String(Buffer.from((await assetsStorage(assets).read('index.html')) ?? []))).toBe('<!doctype html>');
});

test('a page with status 404 is absent', async () => {
  const assets = answering(() => new Response('<!doctype html>', { ...html, status: 404 }));
  expect(await assetsStorage(assets).read('api/v1/release.json')).toBeNull();
});

test('names are encoded, segment by segment, and redirects not followed', async () => {
  const assets = fakeAssets(new Map([['media/größe #1?.svg', Buffer.from('x')]]));
  const fetch = vi.spyOn(assets, 'fetch');
  expect(await assetsStorage(assets).read('media/größe #1?.svg')).toEqual(new Uint8Array([120]));
  // Followed, a redirect could lead to the bytes of another file.
  const init = { redirect: 'manual' };
  expect(fetch.mock.calls).toEqual([['https://assets.local/media/gr%C3%B6%C3%9Fe%20%231%3F.svg', init]]);
});

const short = () => new Response('012', { headers: { 'Content-Length': '10' } });

test.each<[string, (() => Response)[], string, number]>([
  ['a failure that passes', [() => new Response(null, { status: 503 }), () => new Response('01')], '01', 2],
  ['a body that ended early', [short, () => new Response('01')], '01', 2],
])('%s is tried again', async (_, answers, expected, count) => {
  const assets = answering(...answers);
  expect(String(Buffer.from((await assetsStorage(assets).read('a')) ?? []))).toBe(expected);
  expect(assets.count).toBe(count);
});

test.each<[string, () => Response]>([
  ['a failure', () => new Response(null, { status: 500 })],
  ['a short body', short],
  ['a status of no file', () => new Response(null, { status: 204 })],
])('%s that stays is FailedRead after three tries', async (_, answer) => {
  const assets = answering(answer);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const reading = expect(assetsStorage(assets).read('a')).rejects.toThrow(failed('a could not be read'));
  await vi.runAllTimersAsync();
  await reading;
  expect(assets.count).toBe(3);
});
