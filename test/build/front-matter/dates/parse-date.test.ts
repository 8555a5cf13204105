import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { parseDate } from '../../../../build/front-matter/dates/parse-date.ts';

/** The date in ISO form, or why it is none. */
function read(text: string): string {
  const date = parseDate(text);
  if ('reason' in date) return date.reason;
  return [new Date(date.seconds * 1000).toISOString().replace('.000Z', 'Z'), ...[date.doubt ?? []].flat()].join(' ');
}

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each([
  ['2026-02-24', '2026-02-24T00:00:00Z'],
  ['2015-8-25', '2015-08-25T00:00:00Z'],
  ['2026/02/24', '2026-02-24T00:00:00Z'],
  ['2026.2.4', '2026-02-04T00:00:00Z'],
  ['2026-02-24T10:30:59Z', '2026-02-24T10:30:59Z'],
  ['2026-02-24t10:30:59z', '2026-02-24T10:30:59Z'],
  ['2026-02-24T10:30:59.999Z', '2026-02-24T10:30:59Z'],
  ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59Z'],
  ['2026-02-24T10:30:59,5+02:00', '2026-02-24T08:30:59Z'],
  ['2020-01-01T10:00', '2020-01-01T10:00:00Z'],
  ['2020-01-01T10:00Z', '2020-01-01T10:00:00Z'],
  ['2020-01-01 10:00+02', '2020-01-01T08:00:00Z'],
  ['2020-01-01 10:00 -00:00', '2020-01-01T10:00:00Z'],
  ['2013-05-06 02:12:52 +0200', '2013-05-06T00:12:52Z'],
  ['2023-01-20 23:00:00 +0530', '2023-01-20T17:30:00Z'],
  ['2018-04-27 14:00:00 -0500', '2018-04-27T19:00:00Z'],
  ['2015-10-24 3:45:00', '2015-10-24T03:45:00Z'],
  ['2019-09-06 0:00:00', '2019-09-06T00:00:00Z'],
  ['2020-01-01 10:00 UTC', '2020-01-01T10:00:00Z'],
  ['2020-01-01 10:00:00 GMT', '2020-01-01T10:00:00Z'],
  ['2020-01-01 3:45 PM', '2020-01-01T15:45:00Z'],
  ['2020-01-01 12:00 a.m.', '2020-01-01T00:00:00Z'],
  ['2020-01-01\u00a0', '2020-01-01T00:00:00Z'],
  ['\uFEFF 2020-01-01\u00a010:00\t', '2020-01-01T10:00:00Z'],
  ['24 Feb 2026', '2026-02-24T00:00:00Z'],
  ['24th of February, 2026', '2026-02-24T00:00:00Z'],
  ['24-Feb-2026', '2026-02-24T00:00:00Z'],
  ['February 24, 2026', '2026-02-24T00:00:00Z'],
  ['Feb 24 2026', '2026-02-24T00:00:00Z'],
  ['FEB. 24th, 2026 at 10:00', '2026-02-24T10:00:00Z'],
  ['3 Sept 2026', '2026-09-03T00:00:00Z'],
  ['13:34 07/19/2017', '2017-07-19T13:34:00Z'],
  ['1:34 pm, 24 Feb 2026', '2026-02-24T13:34:00Z'],
  ['March 3rd, 2024 at 5pm', '2024-03-03T17:00:00Z'],
  ['2024-03-03 12 a.m.', '2024-03-03T00:00:00Z'],
  ['15. März 2024', '2024-03-15T00:00:00Z'],
  ['15. Maerz 2024, 10:00', '2024-03-15T10:00:00Z'],
  ['1er août 2024', '2024-08-01T00:00:00Z'],
  ['3 de diciembre de 2024', '2024-12-03T00:00:00Z'],
  ['8 jui 2024', 'not-a-date'],
  ['2024-03-03 5', 'not-a-date'],
  ['13:34 07/09/2017', 'ambiguous'],
  ['Tue, 24 Feb 2026 10:00:00 GMT', '2026-02-24T10:00:00Z'],
  ['Tue Feb 24 2026 10:00:00 GMT+0100 (Central European Standard Time)', '2026-02-24T09:00:00Z'],
  ['Tuesday, February 24, 2026', '2026-02-24T00:00:00Z'],
  ['2000-02-29', '2000-02-29T00:00:00Z'],
  ['0001-01-01', '0001-01-01T00:00:00Z'],
  ['0099-03-01', '0099-03-01T00:00:00Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z'],
  ['2017-01-01T00:59:60+01:00', '2016-12-31T23:59:59Z'],
  ['2015-03-17 14:00:00 -4', '2015-03-17T18:00:00Z'],
  ['2015-03-17 14:00:00 +5:30', '2015-03-17T08:30:00Z'],
  ['2015-03-17 14:00:00 +800', '2015-03-17T06:00:00Z'],
  ['2015-03-17 14:00 UTC+8', '2015-03-17T06:00:00Z'],
  ['2015-03-17 14:00 EST', '2015-03-17T19:00:00Z'],
  ['2015-07-17 14:00 Europe/Vienna', '2015-07-17T12:00:00Z'],
  ['2015-07-17T14:00+02:00[Europe/Vienna]', '2015-07-17T12:00:00Z'],
  ['2024-1-5 9:5', '2024-01-05T09:05:00Z'],
  ['2024-1-5 9:5:7', '2024-01-05T09:05:07Z'],
  ['2024-01-05T 10:30', '2024-01-05T10:30:00Z'],
  ['2024-01-05-T10:30:00-05:00', '2024-01-05T15:30:00Z'],
  ['2024/01/05 10:30:59:16', '2024-01-05T10:30:59Z'],
  ['17:43 2024/1/5', '2024-01-05T17:43:00Z'],
  ['9:06:30 2024-01-05', '2024-01-05T09:06:30Z'],
  ['2026-01-01T24:00:00Z', '2026-01-02T00:00:00Z'],
  ['2026-02-24 13:00 PM', '2026-02-24T13:00:00Z'],
  ['20240105', '2024-01-05T00:00:00Z'],
  ['20240105T103000Z', '2024-01-05T10:30:00Z'],
  ['20240105 10:30 +0100', '2024-01-05T09:30:00Z'],
  ['202401051030', '2024-01-05T10:30:00Z'],
  ['20240105103059', '2024-01-05T10:30:59Z'],
  ['1708732800', '2024-02-24T00:00:00Z'],
  ['1708732800999', '2024-02-24T00:00:00Z'],
  ['2024年1月5日', '2024-01-05T00:00:00Z'],
  ['2024年01月05日 10時30分', '2024-01-05T10:30:00Z'],
  ['2024 年 1 月 5 日（金）10:30', '2024-01-05T10:30:00Z'],
  ['2024년 1월 5일', '2024-01-05T00:00:00Z'],
  ['2024. 1. 5.', '2024-01-05T00:00:00Z'],
  ['２０２４－０１－０５', '2024-01-05T00:00:00Z'],
  ['٢٠٢٤-٠١-٠٥', '2024-01-05T00:00:00Z'],
  ['२०२४/०१/०५ १०:३०', '2024-01-05T10:30:00Z'],
  ['2024–01–05', '2024-01-05T00:00:00Z'],
  ['\u200e2024-01-05', '2024-01-05T00:00:00Z'],
  ['24/02/2026', '2026-02-24T00:00:00Z'],
  ['02/24/2026 10:30', '2026-02-24T10:30:00Z'],
  ['25-12-2019', '2019-12-25T00:00:00Z'],
  ['4/4/2026', '2026-04-04T00:00:00Z'],
  ['24.2.2026 10:00', '2026-02-24T10:00:00Z'],
  ['03. 04. 2026', '2026-04-03T00:00:00Z'],
  ['Tue Feb 24 10:00:00 UTC 2026', '2026-02-24T10:00:00Z'],
  ['Mon, 24 Feb 2026', '2026-02-24T00:00:00Z weekday'],
  ['[[Jun 19th, 2021]]', '2021-06-19T00:00:00Z'],
  ['2026-02', '2026-02-01T00:00:00Z no-day'],
  ['February 2026', '2026-02-01T00:00:00Z no-day'],
  ['2026年2月', '2026-02-01T00:00:00Z no-day'],
  ['[[2026-03-23 Mon]]', '2026-03-23T00:00:00Z'],
  ['2026-03-23 Monday 10:00', '2026-03-23T10:00:00Z'],
  ['2026-03-23 Tue', '2026-03-23T00:00:00Z weekday'],
  ['2026-03-23 EST', 'not-a-date'],
  ['2018-12-21 +0800', '2018-12-20T16:00:00Z'],
  ['Date(2025, 10, 8)', '2025-10-08T00:00:00Z'],
  ['2019-04-03 00:10::00', '2019-04-03T00:10:00Z clock'],
  ['2019-04-03T00:10::00Z', '2019-04-03T00:10:00Z clock'],
  ['3 Apr 2019 10;30', '2019-04-03T10:30:00Z clock'],
  ['2019-04-03 10.30', '2019-04-03T10:30:00Z clock'],
  ['2019-04-03 10:30:', '2019-04-03T10:30:00Z clock'],
  ['2019-04-03 10: 30:15', '2019-04-03T10:30:15Z clock'],
  ['2019-04-03 10:30:00+02::00', '2019-04-03T08:30:00Z clock'],
  ['2019-04-03 10:::30', 'not-a-date'],
  ['2019-04-03 25:10::00', 'not-a-date'],
  ['2019-04-03 10:300:00', 'not-a-date'],
  ['2019-02-30 00:10::00', 'not-a-date'],
  ['2026-02-30', 'no-such-date'],
  ['20240230', 'no-such-date'],
  ['2024年2月30日', 'no-such-date'],
  ['31/02/2026', 'no-such-date'],
  ['2026-13', 'no-such-date'],
  ['2026-01-01T24:00:01Z', 'no-such-date'],
  ['2017-02-29 11:00:00', 'no-such-date'],
  ['1900-02-29', 'no-such-date'],
  ['2026-13-01', 'no-such-date'],
  ['2026-00-01', 'no-such-date'],
  ['2026-01-00', 'no-such-date'],
  ['31 April 2026', 'no-such-date'],
  ['2026-01-01T10:60', 'no-such-date'],
  ['2026-01-01T10:00:61', '2026-01-01T10:00:59Z second'],
  ['2016-12-31T22:59:60Z', '2016-12-31T22:59:59Z second'],
  ['2016-12-30T23:59:60Z', '2016-12-30T23:59:59Z second'],
  ['2020-01-01T10:00:00-99:00', 'no-such-date'],
  ['2020-01-01T10:00:00+05:60', 'no-such-date'],
  ['0000-01-01', 'no-such-date'],
  ['0001-01-01T00:00+01:00', 'no-such-date'],
  ['9999-12-31T23:59:59-01:00', 'no-such-date'],
  ['03/04/2026', 'ambiguous'],
  ['30/30/2026', 'no-such-date'],
  ['', 'not-a-date'],
  ['soon', 'not-a-date'],
  ['2026', 'not-a-date'],
  ['2026-02/24', 'not-a-date'],
  ['12026-02-24', 'not-a-date'],
  ['2026022410', 'not-a-date'],
  ['170873280', 'not-a-date'],
  ['2026-02-24 0:30 PM', 'not-a-date'],
  ['2026-02-24 10:00 CST', 'not-a-date'],
  ['2026-02-24 10:00 Middle/Earth', 'not-a-date'],
  ['2026-02-24T10', 'not-a-date'],
  ['2023-01-29 18:30:22 2023 -0800', 'not-a-date'],
  ['24 Ma 2026', 'not-a-date'],
  ['24 Foo 2026', 'not-a-date'],
])('%j is %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['03/04/2026', ['2026-04-03', '2026-03-04']],
  ['03/04/2026 10:00', ['2026-04-03 10:00', '2026-03-04 10:00']],
  ['31/02/2026', ['2026-02-28']],
  ['20261345', []],
  ['soon', []],
])('for %j it suggests %j', (text, suggestions) => {
  expect(parseDate(text)).toMatchObject({ suggestions });
});

const moment = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
});

test('every moment comes back from its RFC 3339 form', () => {
  fc.assert(
    fc.property(moment, (date) => {
      expect(parseDate(date.toISOString())).toEqual({ seconds: Math.floor(date.getTime() / 1000) });
    }),
  );
});

test('every offset leads to the same moment', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: -1439, max: 1439 }), fc.constantFrom('', ':'), (date, offset, colon) => {
      const minutes = Math.abs(offset);
      const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
      const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 19);
      const text = `${local}${offset < 0 ? '-' : '+'}${hour}${colon}${minute}`;
      expect(parseDate(text)).toEqual({ seconds: Math.floor(date.getTime() / 1000) });
    }),
  );
});

test('a day exists exactly where the calendar has it', () => {
  const [year, month, day] = [
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  ];
  fc.assert(
    fc.property(year, month, day, (year, month, day) => {
      const text = `${String(year).padStart(4, '0')}-${month}-${day}`;
      const real = new Date(Date.UTC(2000, 0, 1));
      real.setUTCFullYear(year, month - 1, day);
      const exists = real.getUTCMonth() === month - 1 && real.getUTCDate() === day && real.getUTCFullYear() === year;
      expect(parseDate(text)).toEqual(
        exists ? { seconds: real.getTime() / 1000 } : expect.objectContaining({ reason: 'no-such-date' }),
      );
    }),
  );
});

test('the digits of every script are read', () => {
  // Some write numbers without a zero, or have letters for digits.
  const decimal = Intl.supportedValuesOf('numberingSystem').filter((name) => {
    return /^\p{Nd}{2}$/u.test(new Intl.NumberFormat('en', { numberingSystem: name }).format(10));
  });
  expect(decimal.length).toBeGreaterThan(50);
  for (const numberingSystem of decimal) {
    const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false, minimumIntegerDigits: 2 });
    expect(read([2024, 1, 15].map((part) => format.format(part)).join('-')), numberingSystem).toBe(
      '2024-01-15T00:00:00Z',
    );
  }
});

test('any text gives seconds or a reason', () => {
  const piece = fc.constantFrom(
    '2026',
    '02',
    '24',
    '-',
    '/',
    '.',
    ' ',
    'T',
    ':',
    '10',
    '+',
    'Z',
    'GMT',
    'Feb',
    'Tue',
    ',',
    'pm',
    '(x)',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const date = parseDate(pieces.join(''));
      if ('seconds' in date) expect(date.seconds).toSatisfy(Number.isInteger);
      else for (const suggestion of date.suggestions) expect(parseDate(suggestion)).toHaveProperty('seconds');
    }),
    { numRuns: 2000 },
  );
});

test.each(['America/St_Johns', 'Pacific/Kiritimati', 'Europe/Berlin'])('the machine in %s changes nothing', (name) => {
  const texts = [
    ...['2026-07-24', '2026-03-29 02:30', '24 Feb 2026', 'Feb 24 2026 10:00', '2020-01-01T10:00', '1708732800'],
  ];
  process.env.TZ = 'UTC';
  const inUtc = texts.map((text) => parseDate(text));
  process.env.TZ = name;
  expect(new Date(2026, 6, 24).getTime()).not.toBe(Date.UTC(2026, 6, 24));
  expect(texts.map((text) => parseDate(text))).toEqual(inUtc);
});
