import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inFlight } from '../../../../src/adapters/node/http/in-flight.ts';

// Half a minute and more cannot be waited for here; the clock is the only thing that is not real.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a response of 160 kB must be taken within 40 seconds', () => {
  const socket = new Socket();
  inFlight()
    .begin(socket)
    .expect(160 * 1024);
  vi.advanceTimersByTime(39_000);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(socket.destroyed).toBe(true);
});

test('draining waits for the last response', async () => {
  const answers = inFlight();
  const [first, second] = [answers.begin(new Socket()), answers.begin(new Socket())];
  let settled = false;
  const settling = answers.drain().then(() => {
    settled = true;
  });
  first.end();
  await vi.advanceTimersByTimeAsync(10);
  expect(settled).toBe(false);
  second.end();
  await settling;
  expect(settled).toBe(true);
});
