import { isTimeZone, zoneOffset } from './zone-offset.ts';

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

/** What RFC 5322, 4.3 names, and others that mean one zone alone. `CST` and `IST` mean several. */
const hoursEast = new Map<string, number>([
  ...['z', 'utc', 'gmt', 'ut', 'wet'].map((name) => [name, 0] as const),
  ...Object.entries({ est: -5, edt: -4, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 }),
  ...Object.entries({ west: 1, cet: 1, cest: 2, eet: 2, eest: 3, msk: 3, jst: 9, kst: 9 }),
  ...Object.entries({ awst: 8, aest: 10, aedt: 11, nzst: 12, nzdt: 13 }),
]);
