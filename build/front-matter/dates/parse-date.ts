import { nearWord } from '../../problems/near-word.ts';
import { secondsOf, type WrittenMoment } from './seconds-of.ts';
import { zoneOffset } from './zone-offset.ts';

export interface InvalidDate {
  reason: 'not-a-date' | 'no-such-date' | 'ambiguous';
  /** What the author may have meant, in a form that is read. */
  suggestions: string[];
}

/**
 * RFC 3339, and the loose forms that real folders hold: `2015-8-25`, `2026/02/24 3:45 pm`, `2013-05-06 02:12:52 +0200`,
 * `24 Feb 2026`, `Tue, February 24th, 2026 10:00 GMT`. Gives whole seconds since 1970-01-01T00:00:00Z, fractions cut off.
 * A date without a zone is in `timeZone`. A leap second (23:59:60 UTC at the end of a month) counts as the second before; 24:00 is no
 * time of day. Years 1 to 9999 in UTC. Numbers alone, and a day before its month in figures, are no dates.
 */
export function parseDate(text: string, timeZone = 'UTC'): { seconds: number } | InvalidDate {
  // No date is that long, and to look for suggestions would take long.
  if (text.length > maxLength) return { reason: 'not-a-date', suggestions: [] };
  const tidied = text.replace(/[\s\uFEFF]+/g, ' ').trim();
  for (const form of forms) {
    const parts = form.exec(tidied)?.groups;
    const written = parts && readMoment(parts);
    if (!written) continue;
    const wall = parts.zone === undefined ? secondsOf(written) : null;
    const seconds = wall === null ? secondsOf(written) : secondsOf({ ...written, offset: zoneOffset(wall, timeZone) });
    if (seconds === null) return { reason: 'no-such-date', suggestions: lastOfMonth(tidied, written) };
    return { seconds };
  }
  return explain(tidied);
}

const maxLength = 200;

const weekday = '(?:(?<weekday>[a-z]{3,9})\\.?,? )?';
const monthName = '(?<monthName>[a-z]{3,9})\\.?';
const ordinal = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const time =
  '(?:(?:t|,? (?:at )?)(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,]\\d+)?)?' +
  '(?: ?(?<half>[ap])\\.?m\\.?)?(?: ?(?<zone>z|(?:utc|gmt|ut)?[+-]\\d\\d(?::?\\d\\d)?|utc|gmt|ut))?(?: \\([^()]*\\))?)?';

const forms = [
  '(?<year>\\d{4})(?<separator>[-/.])(?<month>\\d{1,2})\\k<separator>(?<day>\\d{1,2})',
  `${weekday}${ordinal}(?: of)?[ -]${monthName},?[ -](?<year>\\d{4})`,
  `${weekday}${monthName} ${ordinal},? (?<year>\\d{4})`,
].map((day) => new RegExp(`^${day}${time}$`, 'i'));

type Parts = Record<string, string | undefined>;

/** Null where a name is no month or weekday, or a 12-hour time has no such hour. */
function readMoment(parts: Parts): WrittenMoment | null {
  const month = parts.monthName === undefined ? Number(parts.month) : indexOf(parts.monthName, months) + 1;
  const weekday = parts.weekday === undefined ? null : indexOf(parts.weekday, weekdays);
  const hour = toHour(Number(parts.hour ?? 0), parts.half);
  if ((parts.monthName !== undefined && month === 0) || weekday === -1 || hour === null) return null;
  return {
    year: Number(parts.year),
    month,
    day: Number(parts.day),
    hour,
    minute: Number(parts.minute ?? 0),
    second: Number(parts.second ?? 0),
    offset: toOffset(parts.zone ?? 'Z'),
    weekday,
  };
}

const months = 'january february march april may june july august september october november december'.split(' ');
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** Of a name in full or by its first letters (`Feb`, `Sept`, `Thurs`); -1 for others. */
function indexOf(name: string, names: readonly string[]): number {
  return names.findIndex((full) => full.startsWith(name.toLowerCase()));
}

function toHour(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** Seconds east of UTC; null beyond the 23:59 of RFC 3339. */
function toOffset(zone: string): number | null {
  const parts = /([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (parts === null) return 0;
  const [hours, minutes] = [Number(parts[2]), Number(parts[3] ?? 0)];
  if (hours > 23 || minutes > 59) return null;
  return (parts[1] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** For a day that its month does not have: the last day of that month. */
function lastOfMonth(text: string, { year, month, day }: WrittenMoment): string[] {
  if (day < 29 || day > 31 || month < 1 || month > 12) return [];
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const written = `${toDay(String(year).padStart(4, '0'), String(month), String(last))}${/(?<=\d)[T ]+\d.*$/i.exec(text)?.[0] ?? ''}`;
  return day > last ? existing([written]) : [];
}

/** The date with its month spelt correctly. */
function respell(text: string): string[] {
  const written = text.replace(/[a-z]{4,}/gi, (word) => nearWord(word.toLowerCase(), months) ?? word);
  return written === text ? [] : existing([written]);
}

/** Why a text is no date, with what its author may have meant. */
function explain(text: string): InvalidDate {
  const figures = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\b/.exec(text);
  if (figures !== null) {
    const [, first = '', separator, second = '', year = ''] = figures;
    // With full stops the day always comes first.
    const days =
      separator === '.'
        ? [[second, first]]
        : [
            [second, first],
            [first, second],
          ];
    const suggestions = existing(days.map(([month, day]) => toDay(year, month, day)));
    return { reason: suggestions.length === 0 ? 'no-such-date' : 'ambiguous', suggestions };
  }
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (compact !== null) {
    return { reason: 'not-a-date', suggestions: existing([toDay(compact[1], compact[2], compact[3])]) };
  }
  if (/^\d{10}(?:\d{3})?$/.test(text)) {
    const moment = new Date(Number(text.slice(0, 10)) * 1000);
    return { reason: 'not-a-date', suggestions: [moment.toISOString().replace('.000Z', 'Z')] };
  }
  return { reason: 'not-a-date', suggestions: respell(text) };
}

function toDay(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function existing(days: readonly string[]): string[] {
  return [...new Set(days)].filter((day) => 'seconds' in parseDate(day));
}
