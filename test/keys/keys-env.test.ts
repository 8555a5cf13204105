import { describe, expect, test } from 'vitest';
import { parseExpiry, parseKeysVariable } from '../../src/keys/keys-env.ts';

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
