/** A moment as it is written; months and days count from 1. */
export interface WrittenMoment {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** Seconds east of UTC; null for an offset that no zone has. */
  offset: number | null;
  /** 0 is Sunday; null where none is written. */
  weekday: number | null;
}

/**
 * Whole seconds since 1970-01-01T00:00:00Z; null where there is no such moment in the years 1 to 9999 UTC.
 * A leap second counts as the second before; it is allowed only at the end of a month in UTC (RFC 3339, 5.7). 24:00:00 is the
 * midnight after, as in ISO 8601.
 */
export function secondsOf(written: WrittenMoment): number | null {
  const { year, month, day, hour, minute, second, offset } = written;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  const isMidnight = hour === 24 && minute === 0 && second === 0;
  if ((hour > 23 && !isMidnight) || minute > 59 || second > 60 || offset === null) return null;
  const midnight = dayNumber(year, month, day) * secondsPerDay;
  if (written.weekday !== null && written.weekday !== weekdayOf(midnight)) return null;
  const seconds = midnight + hour * 3600 + minute * 60 + Math.min(second, 59) - offset;
  if (seconds < firstSecond || seconds > lastSecond) return null;
  return second === 60 && !endsMonth(seconds) ? null : seconds;
}

const secondsPerDay = 86_400;
/** The calendar repeats after 400 years. They are added because `Date.UTC` takes the years 0 to 99 for 1900 to 1999. */
const cycle = { years: 400, days: 146_097 };
const firstSecond = dayNumber(1, 1, 1) * secondsPerDay;
const lastSecond = dayNumber(10_000, 1, 1) * secondsPerDay - 1;

function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year + cycle.years, month - 1, day) / (secondsPerDay * 1000) - cycle.days;
}

function daysIn(year: number, month: number): number {
  return dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
}

function weekdayOf(midnight: number): number {
  // 1970-01-01 was a Thursday.
  return (((midnight / secondsPerDay + 4) % 7) + 7) % 7;
}

function endsMonth(seconds: number): boolean {
  const next = new Date((seconds + 1) * 1000);
  return (
    next.getUTCDate() === 1 && next.getUTCHours() === 0 && next.getUTCMinutes() === 0 && next.getUTCSeconds() === 0
  );
}
