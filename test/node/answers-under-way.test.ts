import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answersUnderWay } from '../../src/node/answers-under-way.ts';

// Half a minute and more cannot be waited for here; the clock is the only thing that is not real.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const makeResponse = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()));

test('an answer of 160 kB must be taken within 40 seconds', () => {
  const response = makeResponse();
  answersUnderWay().watch(response, 160 * 1024);
  vi.advanceTimersByTime(39_000);
  expect(response.req.socket.destroyed).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(response.req.socket.destroyed).toBe(true);
});

test('settling waits for the last answer', async () => {
  const underWay = answersUnderWay();
  const [first, second] = [makeResponse(), makeResponse()];
  underWay.watch(first, 0);
  underWay.watch(second, 0);
  let settled = false;
  const settling = underWay.settle().then(() => {
    settled = true;
  });
  first.emit('close');
  await vi.advanceTimersByTimeAsync(10);
  expect(settled).toBe(false);
  second.emit('close');
  await settling;
  expect(settled).toBe(true);
});
