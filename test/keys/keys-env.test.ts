import { describe, expect, test } from 'vitest';
import { parseExpiry, parseKeysVariable, toKeysEntry } from '../../src/keys/keys-env.ts';

const digest = 'a'.repeat(64);

describe('GALLEY_KEYS', () => {
  test.each([
    ['', []],
    [`web:${digest}`, [{ name: 'web', digest }]],
    [` web:${digest.toUpperCase()} , `, [{ name: 'web', digest }]],
    [
      `web:${digest},app:${digest}:2027-01-01`,
      [
        { name: 'web', digest },
        { name: 'app', digest, expires: Date.UTC(2027, 0, 1) / 1000 },
      ],
    ],
    [
      `app:${digest}:2027-01-01T12:30:00+02:00`,
      [{ name: 'app', digest, expires: Date.UTC(2027, 0, 1, 10, 30) / 1000 }],
    ],
  ])('%j', (text, keys) => {
    expect(parseKeysVariable(text)).toEqual(keys);
  });

  test.each([
    'web',
    'web:',
    `:${digest}`,
    `web:${digest}x`,
    `web:${digest}:`.replace(/:$/, ':soon'),
    'web:gly_secret',
    `a b:${digest}`,
  ])('refuses %j, and does not repeat it', (text) => {
    const run = () => parseKeysVariable(`first:${digest},${text}`);
    expect(run).toThrow(/^GALLEY_KEYS: entry 2 /);
    expect(run).not.toThrow(/secret/);
  });

  test('reports the date where it does not exist', () => {
    expect(() => parseKeysVariable(`web:${digest}:2027-02-30`)).toThrow(/^GALLEY_KEYS: entry 1 .* a date that exists/);
  });
});

describe('what a key opens', () => {
  const expires = Date.UTC(2027, 0, 1) / 1000;
  const limit = { requests: 60, seconds: 60 };

  test.each([
    ['2027-01-01T00:00:00Z:drafts', { expires, drafts: true }],
    [
      '2027-01-01T00:00:00Z:drafts:only=one+z\u00fcrich-2.0',
      { expires, drafts: true, only: ['one', 'z\u00fcrich-2.0'] },
    ],
    ['origin=https://a.example:limit=60/60', { origins: ['https://a.example'], limit }],
    [
      '2027-01-01T00:00:00Z:origin=https://a.example+http://localhost:3000:limit=60/60',
      { expires, origins: ['https://a.example', 'http://localhost:3000'], limit },
    ],
  ])('%s', (rest, opens) => {
    const entry = `site:${digest}:${rest}`;
    expect(parseKeysVariable(entry)).toEqual([{ name: 'site', digest, ...opens }]);
    expect(toKeysEntry({ name: 'site', digest, ...opens })).toBe(entry);
  });

  test.each([
    ['drafts', 'an expiry'],
    ['2027-01-01:only=one', 'only together with drafts'],
    ['2027-01-01:drafts:only=', 'at least one slug'],
    ['2027-01-01:drafts:origin=https://a.example:limit=1/1', 'drafts or origins'],
    ['origin=https://a.example', 'origins and a limit'],
    ['limit=1/1', 'origins and a limit'],
    ['origin=https://a.example/:limit=1/1', 'origins as browsers'],
    ['origin=https://A.example:limit=1/1', 'origins as browsers'],
    ['origin=https://a.example:443:limit=1/1', 'origins as browsers'],
    ['origin=*:limit=1/1', 'origins as browsers'],
    ['origin=https://a.example:limit=0/1', 'a limit of at least'],
    ['origin=https://a.example:limit=one', 'origins and a limit'],
    ['drafts:2027-01-01', 'name:sha256hex'],
  ])('refuses %s', (rest, expected) => {
    const run = () => parseKeysVariable(`first:${digest},site:${digest}:${rest}`);
    expect(run).toThrow(/^GALLEY_KEYS: entry 2 /);
    expect(run).toThrow(expected);
  });
});

describe('expiry', () => {
  test.each([
    ['2027-01-01', '2027-01-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(new Date((parseExpiry(text) ?? 0) * 1000).toISOString()).toBe(expected);
  });

  test.each([
    ...['2026-02-30', '2026-02-30T00:00:00Z', '2026-13-01', '01/02/2027', 'tomorrow', '2027', '2027-01-01T00:00:00'],
  ])('refuses %s', (text) => {
    expect(parseExpiry(text)).toBeNull();
  });
});
