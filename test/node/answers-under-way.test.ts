import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answersUnderWay } from '../../src/node/answers-under-way.ts';

// Half a minute and more cannot be waited for here; the clock is the only thing that is not real.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an answer of 160 kB must be taken within 40 seconds', () => {
  const socket = new Socket();
  answersUnderWay()
    .begin(socket)
    .expect(160 * 1024);
  vi.advanceTimersByTime(39_000);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(socket.destroyed).toBe(true);
});

test('settling waits for the last answer', async () => {
  const underWay = answersUnderWay();
  const [first, second] = [underWay.begin(new Socket()), underWay.begin(new Socket())];
  let settled = false;
  const settling = underWay.settle().then(() => {
    settled = true;
  });
  first.end();
  await vi.advanceTimersByTimeAsync(10);
  expect(settled).toBe(false);
  second.end();
  await settling;
  expect(settled).toBe(true);
});
