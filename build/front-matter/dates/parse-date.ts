import { nearWord } from '../../problems/near-word.ts';
import { dateForms, figuresForm, tidyDate } from './date-forms.ts';
import { readZone, zoneOffset } from './time-zones.ts';

export interface ValidDate {
  /** Whole seconds since 1970-01-01T00:00:00Z, fractions cut off. */
  seconds: number;
  /**
   * What its author should check: a weekday of another date, no day of the month, so that the first is taken, a second past 59, or a
   * character too many or wrong in the time of day.
   */
  doubt?: 'weekday' | 'no-day' | 'second' | 'clock';
}

export interface InvalidDate {
  reason: 'not-a-date' | 'no-such-date' | 'ambiguous';
  /** What the author may have meant, in a form that is read. */
  suggestions: string[];
}

/**
 * RFC 3339, and the loose forms that real folders hold: `2015-8-25`, `2026/02/24 3:45 pm`, `2013-05-06 02:12:52 +0200`,
 * `24 Feb 2026`, `24. Februar 2026`, `Tue, February 24th, 2026 at 10am`, `20260224`, `2026年2月24日`, `24.02.2026`, seconds and milliseconds
 * since 1970, in the digits of any script. A date without a zone is in `timeZone`. A leap second (23:59:60 UTC at the end of
 * a month) counts as the second before; 24:00 is the midnight after. Years 1 to 9999 in UTC. Three numbers with the year last are
 * a date where they can be read in one way only.
 */
export function parseDate(text: string, timeZone = 'UTC'): ValidDate | InvalidDate {
  // No date is longer, and finding suggestions would take long.
  if (text.length > maxLength) return { reason: 'not-a-date', suggestions: [] };
  const tidied = tidyDate(text);
  for (const form of dateForms) {
    const parts = form.exec(tidied)?.groups;
    const date = parts && toDate(parts, tidied, timeZone);
    if (date) return date;
  }
  const figures = figuresForm.exec(tidied)?.groups;
  if (figures) return readFigures(figures, tidied, timeZone);
  const seconds = readTimestamp(tidied);
  if (seconds !== null) return { seconds };
  return readClock(tidied, timeZone) ?? { reason: 'not-a-date', suggestions: respell(tidied) };
}

/**
 * A date whose time of day has one character too many or a wrong one between its digits (`00:10::00`, `10;30`, `10:30:`), if all ways to
 * mend it give one moment; else null.
 */
function readClock(text: string, timeZone: string): ValidDate | null {
  const start = text.search(/(?<=\d)[T ](?=\d{1,2} ?[:;.,])/i);
  const [head, clock] = [text.slice(0, start), text.slice(start)];
  // The day by itself is right.
  const day = start < 0 || /[:;]/.test(head) ? null : parseDate(head, timeZone);
  if (day === null || !('seconds' in day) || day.doubt !== undefined) return null;
  const moments = new Set<number>();
  for (let i = 2; i < clock.length; i++) {
    if (!/[:;., ]/.test(clock[i] ?? '')) continue;
    for (const instead of ['', ':']) {
      const mended = clock.slice(0, i) + instead + clock.slice(i + 1);
      const date = dateForms.map((form) => form.exec(head + mended)?.groups).find((parts) => parts !== undefined);
      const moment = date && toDate(date, head + mended, timeZone);
      if (moment && 'seconds' in moment && moment.doubt === undefined) moments.add(moment.seconds);
    }
  }
  const [only] = moments;
  return moments.size === 1 && only !== undefined ? { seconds: only, doubt: 'clock' } : null;
}

const maxLength = 200;

type Parts = Record<string, string | undefined>;

/** A moment as it is written; months and days count from 1. */
interface WrittenMoment {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** Null where a name is no month, weekday or zone, or a 12-hour time has no such hour. */
function toDate(parts: Parts, text: string, timeZone: string): ValidDate | InvalidDate | null {
  const month = parts.monthName === undefined ? Number(parts.month) : monthOf(parts.monthName);
  const weekday = parts.weekday === undefined ? null : indexOf(parts.weekday, weekdays);
  const hour = toHour(Number(parts.hour ?? 0), parts.half);
  if ((parts.monthName !== undefined && month === 0) || weekday === -1 || hour === null) return null;
  const [year, day] = [Number(parts.year), Number(parts.day ?? 1)];
  const [minute, second] = [Number(parts.minute ?? 0), Number(parts.second ?? 0)];
  const written = { year, month, day, hour, minute, second };
  const beforeLeap = { ...written, second: Math.min(second, 59) };
  const wall = secondsOf(beforeLeap, 0);
  if (wall === null) return { reason: 'no-such-date', suggestions: lastOfMonth(text, written) };
  const offset = parts.zone === undefined ? zoneOffset(wall, timeZone) : readZone(parts.zone, wall);
  if (offset === null && !/\d/.test(parts.zone ?? '')) return null;
  const seconds = secondsOf(written, offset);
  const last = seconds ?? secondsOf(beforeLeap, offset);
  if (last === null) return { reason: 'no-such-date', suggestions: [] };
  if (seconds === null) return { seconds: last, doubt: 'second' };
  if (parts.day === undefined) return { seconds, doubt: 'no-day' };
  const isOther = weekday !== null && new Date((wall - hour * 3600) * 1000).getUTCDay() !== weekday;
  return isOther ? { seconds, doubt: 'weekday' } : { seconds };
}

/** Of a name in one of some languages, in full or by its first letters; 0 for others, and for what begins two months. */
function monthOf(name: string): number {
  const found = monthNames.flatMap((row, i) =>
    row.some((full) => full.startsWith(name.toLowerCase())) ? [i + 1] : [],
  );
  return found.length === 1 ? (found[0] ?? 0) : 0;
}

/** In English, German, French, Spanish, Portuguese, Italian and Dutch, without accents. */
const monthNames = [
  'january januar janner janvier enero janeiro gennaio januari',
  'february februar fevrier febrero fevereiro febbraio februari',
  'march marz maerz mars marzo marco maart',
  'april avril abril aprile',
  'may mai mayo maio maggio mei',
  'june juni juin junio junho giugno',
  'july juli juillet julio julho luglio',
  'august aout agosto augustus',
  'september septembre septiembre setembro settembre',
  'october oktober octobre octubre outubro ottobre',
  'november novembre noviembre novembro',
  'december dezember decembre diciembre dezembro dicembre',
].map((row) => row.split(' '));

const months = monthNames.map(([english = '']) => english);
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** Of a name in full or by its first letters (`Feb`, `Sept`, `Thurs`); -1 for others. */
function indexOf(name: string, names: readonly string[]): number {
  return names.findIndex((full) => full.startsWith(name.toLowerCase()));
}

/** `13:00 PM` and `0:30 AM` can mean one hour only. */
function toHour(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  const isLate = half.toLowerCase() === 'p';
  if (hour > 12 || hour < 1) return isLate === hour > 12 ? hour : null;
  return (hour % 12) + (isLate ? 12 : 0);
}

/**
 * Whole seconds since 1970-01-01T00:00:00Z; null where there is no such moment in the years 1 to 9999 UTC, or no such offset.
 * A leap second counts as the second before; it is allowed only at the end of a month in UTC (RFC 3339, 5.7). 24:00:00 is the
 * midnight after, as in ISO 8601.
 */
function secondsOf({ year, month, day, hour, minute, second }: WrittenMoment, offset: number | null): number | null {
  const date = new Date(0);
  // `Date.UTC` takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  if (month < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const isMidnight = hour === 24 && minute === 0 && second === 0;
  if ((hour > 23 && !isMidnight) || minute > 59 || second > 60 || offset === null) return null;
  const seconds = date.getTime() / 1000 + hour * 3600 + minute * 60 + Math.min(second, 59) - offset;
  const next = new Date((seconds + 1) * 1000);
  if (second === 60 && !/-01T00:00:00/.test(next.toISOString())) return null;
  return seconds >= firstSecond && seconds <= lastSecond ? seconds : null;
}

const firstSecond = Date.parse('0001-01-01T00:00:00Z') / 1000;
const lastSecond = Date.parse('9999-12-31T23:59:59Z') / 1000;

/** Three numbers, the year last. With full stops the day always comes first. */
function readFigures(parts: Parts, text: string, timeZone: string): ValidDate | InvalidDate {
  const { first = '', next = '', year = '', separator } = parts;
  const dayFirst = { ...parts, month: next, day: first };
  const monthFirst = { ...parts, month: first, day: next };
  const rest = text.slice(text.indexOf(year) + year.length);
  const readings = [dayFirst, ...(separator === '.' ? [] : [monthFirst])].filter((reading) => {
    const date = toDate(reading, text, timeZone);
    return date !== null && 'seconds' in date;
  });
  const days = [...new Set(readings.map(({ month, day }) => `${toDay(year, month, day)}${rest}`))];
  const [only = dayFirst] = readings;
  if (days.length > 1) return { reason: 'ambiguous', suggestions: existing(days) };
  return toDate(only, text, timeZone) ?? { reason: 'not-a-date', suggestions: [] };
}

/** Seconds or milliseconds since 1970, from 2001 on. Not where the digits may be a day and an hour. */
function readTimestamp(text: string): number | null {
  if (!/^[1-9]\d{9}(?:\d{3})?$/.test(text)) return null;
  const isDay = text.length === 10 && 'seconds' in parseDate(text.slice(0, 8)) && Number(text.slice(8)) < 24;
  return isDay ? null : Number(text.slice(0, 10));
}

/** For a day that its month does not have: the last day of that month. */
function lastOfMonth(text: string, { year, month, day }: WrittenMoment): string[] {
  if (day < 29 || day > 31 || month < 1 || month > 12) return [];
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const written = `${toDay(String(year).padStart(4, '0'), String(month), String(last))}${/(?<=\d)[T ]+\d.*$/is.exec(text)?.[0] ?? ''}`;
  return day > last ? existing([written]) : [];
}

/** The date with its month spelt correctly. */
function respell(text: string): string[] {
  const written = text.replace(/[a-z]{4,}/gi, (word) => nearWord(word.toLowerCase(), months) ?? word);
  return written === text ? [] : existing([written]);
}

function toDay(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function existing(days: readonly string[]): string[] {
  return [...new Set(days)].filter((day) => 'seconds' in parseDate(day));
}
