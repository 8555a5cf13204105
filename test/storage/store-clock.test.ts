import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeClock } from '../../src/storage/store-clock.ts';

/** Milliseconds of the store's clock; this machine's is `ahead` of it. */
let time = 0;
const start = Date.parse('2026-06-01T12:00:00Z');

beforeEach(() => {
  time = start;
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => void vi.useRealTimers());

function pass(milliseconds: number, ahead: number): void {
  time += milliseconds;
  vi.advanceTimersByTime(milliseconds);
  vi.setSystemTime(time + ahead);
}

/** The clock after a response that took 40 ms, each 900 ms, `count` times. */
async function observe(ahead: number, count: number, headers: () => Record<string, string> = () => ({})) {
  const clock = storeClock(async () => {
    pass(20, ahead);
    const date = new Date(Math.floor(time / 1000) * 1000).toUTCString();
    pass(20, ahead);
    return new Response(null, { headers: { Date: date, ...headers() } });
  });
  const problems: string[] = [];
  clock.onProblem((problem) => problems.push(problem));
  for (let i = 0; i < count; i++) {
    pass(900, ahead);
    await clock.fetch('http://a.example', {});
  }
  return { clock, problems };
}

test.each([90_000, 5000, 1200, -1200, -90_000])(
  'a clock that is %i ms ahead is replaced: never early, at most a second late',
  async (ahead) => {
    const { clock } = await observe(ahead, 30);
    for (let i = 0; i < 50; i++) {
      pass(70, ahead);
      expect(clock.now()).toBeLessThanOrEqual(time);
      expect(clock.now()).toBeGreaterThan(time - 1000);
    }
  },
);

test('a right clock is used to the millisecond', async () => {
  const { clock, problems } = await observe(0, 30);
  pass(333, 0);
  expect([clock.now(), clock.problem(), problems]).toEqual([time, null, []]);
});

test.each([
  [90_000, 'The clock of this server is 90 s ahead of that of the store, which is used instead.'],
  [-90_000, 'The clock of this server is 90 s behind that of the store, which is used instead.'],
  [1500, null],
])('%i ms ahead: %s, reported once a minute', async (ahead, problem) => {
  const { clock, problems } = await observe(ahead, 30);
  expect([clock.problem(), problems.length]).toEqual([problem, problem === null ? 0 : 1]);
  expect((await observe(ahead, 100)).problems.length).toBe(problem === null ? 0 : 2);
});

test('a clock that was set is followed at the next response', async () => {
  const { clock } = await observe(0, 10);
  pass(0, 90_000);
  expect(clock.now()).toBeLessThanOrEqual(time);
  pass(0, 0);
  expect(clock.now()).toBe(time);
  // The store's was set back by a minute.
  time -= 60_000;
  await clock.fetch('http://a.example', {});
  expect(clock.now()).toBeLessThanOrEqual(time);
});

test.each([
  ['no date', { Date: '' }],
  ['a date that is none', { Date: 'soon' }],
  ['a date that a cache kept', { Age: '3600', Date: 'Mon, 01 Jun 2026 11:00:00 GMT' }],
])('%s says nothing', async (_, headers) => {
  const { clock } = await observe(90_000, 5, () => headers);
  expect([clock.now(), clock.problem()]).toEqual([time + 90_000, null]);
});
