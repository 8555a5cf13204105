import { memoize } from '../../package/memoize.ts';

/**
 * Seconds east of UTC of a zone (IANA name) when its clocks show a time. `wall` is that time read as if it were UTC, in
 * seconds since 1970-01-01T00:00:00Z. Where clocks show a time twice, the first of the two counts. Where they skip it,
 * the offset before the change counts, as in RFC 5545, 3.3.5 and Temporal.
 */
export function zoneOffset(wall: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  // No zone changes its clocks twice within two days.
  const [before, after] = [offsetAt(wall - secondsPerDay, timeZone), offsetAt(wall + secondsPerDay, timeZone)];
  const fitting = [before, after].filter((offset) => offsetAt(wall - offset, timeZone) === offset);
  return fitting.length === 0 ? before : Math.max(...fitting);
}

/**
 * Seconds east of UTC of a zone as it is written behind a time: `Z`, `+02:00`, `+0200`, `+800`, `-4`, `UTC+8`, `EST`,
 * `Europe/Vienna`. Null where it is none, or beyond the 23:59 of RFC 3339. `wall` is as in `zoneOffset`.
 */
export function readZone(zone: string, wall: number): number | null {
  const parts = /^(?:utc|gmt|ut)? ?([+-])(\d{1,2}?)(?::?(\d\d))?$/i.exec(zone);
  if (parts !== null) {
    const [hours, minutes] = [Number(parts[2]), Number(parts[3] ?? 0)];
    if (hours > 23 || minutes > 59) return null;
    return (parts[1] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
  }
  const hours = hoursEast.get(zone.toLowerCase());
  if (hours !== undefined) return hours * 3600;
  return zone.includes('/') && isTimeZone(zone) ? zoneOffset(wall, zone) : null;
}

/** Whether this Node knows a zone. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

const secondsPerDay = 86_400;

/** What RFC 5322, 4.3 names, and others that mean one zone alone. `CST` and `IST` mean several. */
const hoursEast = new Map<string, number>(
  Object.entries({
    hst: -10,
    akst: -9,
    pst: -8,
    akdt: -8,
    mst: -7,
    pdt: -7,
    mdt: -6,
    est: -5,
    cdt: -5,
    edt: -4,
    z: 0,
    utc: 0,
    gmt: 0,
    ut: 0,
    wet: 0,
    west: 1,
    cet: 1,
    cest: 2,
    eet: 2,
    eest: 3,
    msk: 3,
    awst: 8,
    jst: 9,
    kst: 9,
    aest: 10,
    aedt: 11,
    nzst: 12,
    nzdt: 13,
  }),
);

const formatOf = memoize(
  (timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
);

/** From what the format prints: `7/1/1937, GMT+00:19:32`, and `GMT` alone for UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const written = formatOf(timeZone).format(moment * 1000);
  const [, sign, hours, minutes, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(written) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds));
}
