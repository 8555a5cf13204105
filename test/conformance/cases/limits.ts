import { expect } from 'vitest';
import type { Asked, Case, Expected } from '../case.ts';
import { app, type Fixture } from '../fixture.ts';
import type { ReceivedResponse } from '../send.ts';
import { fieldOf } from '../validate-responses.ts';
import { keyed, list, one } from './requests.ts';

/** As the damaged release has it. */
const policy = '"default";q=3;w=100';
const preflight = { Origin: app, 'Access-Control-Request-Method': 'GET' };
const none = { ratelimit: null, 'ratelimit-policy': null, 'retry-after': null };

/** 429, of an instance of its own. Each case counts on those before it. */
export function casesOfLimits(fixture: Fixture): Case[] {
  const section = 'Errors: 429';
  const ask = (target = list, more: Omit<Asked, 'target'> = {}): Asked => keyed(fixture, target, more);
  const other = { headers: { 'X-Api-Key': fixture.otherKey } };
  const left = (status: number, remaining: number): Expected => ({
    status,
    headers: {
      ratelimit: new RegExp(`^"default";r=${remaining};t=\\d+$`),
      'ratelimit-policy': policy,
      'retry-after': null,
    },
  });
  const over: Expected = {
    status: 429,
    headers: { ratelimit: /^"default";r=0;t=\d+$/, 'ratelimit-policy': policy, 'retry-after': /^[1-9]\d?\d?$/ },
    check: (_, response) =>
      expect(fieldOf(response, 'ratelimit')).toBe(`"default";r=0;t=${fieldOf(response, 'retry-after')}`),
  };
  return [
    one(section, 'a refused key counts for nobody', { target: list }, { status: 401, headers: none }),
    one(section, 'the first request', ask(), left(200, 2)),
    one(section, 'HEAD counts', ask(list, { method: 'HEAD' }), left(200, 1)),
    one(section, 'OPTIONS does not count', { method: 'OPTIONS', target: list }, { status: 204, headers: none }),
    one(
      section,
      'a preflight does not count',
      { method: 'OPTIONS', target: list, headers: preflight },
      {
        status: 204,
        headers: { ...none, 'access-control-allow-origin': app, 'access-control-allow-headers': /^X-Api-Key\b/ },
      },
    ),
    one(section, 'another method does not count', ask(list, { method: 'POST' }), { status: 405, headers: none }),
    one(section, 'no route does not count', ask('/api/none'), { status: 404, headers: none }),
    one(section, 'an unknown article counts', ask(`${list}/none`), left(404, 0)),
    one(section, 'one too many', ask(), over),
    one(section, 'again', ask(`${list}/1`), over),
    one(section, 'with HEAD', ask(list, { method: 'HEAD' }), { ...over, check: isSame }),
    one(section, 'rate before parameters', ask(`${list}?page=x`), over),
    one(section, 'rate before preconditions', ask(list, { headers: { 'If-None-Match': '*' } }), over),
    one(section, 'a configured origin reads it', ask(list, { headers: { Origin: app } }), {
      ...over,
      headers: {
        ...over.headers,
        'access-control-allow-origin': app,
        'access-control-expose-headers': /\bRetry-After\b.*\bRateLimit, RateLimit-Policy\b/,
      },
    }),
    one(section, 'another origin does not read it', ask(list, { headers: { Origin: 'https://other.example' } }), {
      ...over,
      headers: { ...over.headers, 'access-control-allow-origin': null, vary: /\bOrigin$/ },
    }),
    one(section, 'key before rate', { target: list, headers: { 'X-Api-Key': 'none' } }, { status: 401, headers: none }),
    one(section, 'another key has a count of its own', ask(`${list}/1`, other), left(200, 2)),
    one(
      section,
      'a 304 counts',
      ask(`${list}/1`, { headers: { ...other.headers, 'If-None-Match': '*' } }),
      left(304, 1),
    ),
    one(section, 'wrong parameters count', ask(`${list}?page=x`, other), left(422, 0)),
    one(section, 'what needs no key has no limit', { target: '/healthz' }, { status: 200, headers: none }),
  ];
}

function isSame(_: string, response: ReceivedResponse): void {
  expect(response.body.length).toBe(0);
}
