import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alteredAdapter } from './altered-adapter.ts';
import { differences } from './differences.ts';
import { findUnlisted } from './find-unlisted.ts';
import { runCases } from './run-cases.ts';
import { type Shared, share } from './share.ts';
import { type Asked, toSuites } from './suites.ts';
import { reasonsOfGuide, targetsOfGuide, toReasons } from './table.ts';
import type { Running } from './target.ts';
import { targets } from './targets/index.ts';
import { node } from './targets/node.ts';
import { testTarget } from './test-target.ts';

let shared: Shared;
let asked: Asked;
beforeAll(async () => {
  shared = await share();
  asked = toSuites(shared.fixture, shared.unchecked);
});

test('at least 120 cases, each with a title of its own', () => {
  const titles = asked.titled.map(({ name }) => name);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  expect(titles.length).toBeGreaterThan(120);
});

test('the table of the guide has every target', async () => {
  expect(await targetsOfGuide()).toEqual(targets.map(({ name }) => name));
});

test('the guide has every difference with its reason', async () => {
  expect(await reasonsOfGuide()).toBe(toReasons());
});

test('each difference is of a target', () => {
  const names = targets.map(({ name }) => name);
  expect(differences.flatMap((each) => each.targets.filter((name) => !names.includes(name)))).toEqual([]);
});

describe('of an adapter that responds as the Node adapter does', () => {
  let running: Running;
  beforeAll(async () => {
    running = await node.start(asked.setups.main);
  });
  afterAll(() => running?.stop());

  test.each<[what: string, alter: (text: string) => string, isFound: boolean]>([
    ['nothing is said', (text) => text, false],
    ['another value of a header is found', (text) => text.replace('nosniff', 'nosnuff'), true],
    ['a header that may be kept in public is found', (text) => text.replace('private, no-cache', 'public'), true],
    ['a header that is missing is found', (text) => text.replace('Referrer-Policy: no-referrer\r\n', ''), true],
    ['a header too many is found', (text) => text.replace('\r\n\r\n', '\r\nX-Powered-By: a\r\n\r\n'), true],
    [
      'the id of another release is found',
      (text) => text.replace(/(?<=Galley-Release: )./, (digit) => (digit === '0' ? '1' : '0')),
      true,
    ],
    ['another tag is found', (text) => text.replace(/(?<=ETag: ")./, (digit) => (digit === '0' ? '1' : '0')), true],
    ['another byte of the body is found', (text) => text.replace('"id":1,', '"id":2,'), true],
    ['another status is found', (text) => text.replace('HTTP/1.1 200', 'HTTP/1.1 203'), true],
    ['a second response is found', (text) => `${text}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`, true],
    ['another protocol is found, without waiting for a response', () => '\0\0\x12\x04\0\0\0\0\0', true],
  ])('%s', async (_, alter, isFound) => {
    const index = asked.titled.findIndex(({ name }) => name === 'GET /articles/{article}: 200: 1');
    const others = shared.reference.outcomes.main[index];
    const altered = await alteredAdapter(running.address, alter);
    const [own] = await runCases(altered.address, asked.suites.main.slice(index, index + 1));
    await altered.stop();
    if (own === undefined || others === undefined) throw new Error('The case was not asked.');
    expect(findUnlisted('an adapter', 'a case', own, others).unlisted.length > 0).toBe(isFound);
  });
});

testTarget(node);
