/**
 * Seconds east of UTC of a zone (IANA name) when its clocks show a time. `wall` is that time read as if it were UTC, in seconds
 * since 1970-01-01T00:00:00Z. A time that clocks show twice is the first of the two; a time that they skip has the offset before
 * the change, as in RFC 5545, 3.3.5 and Temporal.
 */
export function zoneOffset(wall: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  // No zone changes its clocks twice within two days.
  const [before, after] = [offsetAt(wall - secondsPerDay, timeZone), offsetAt(wall + secondsPerDay, timeZone)];
  const fitting = [before, after].filter((offset) => offsetAt(wall - offset, timeZone) === offset);
  return fitting.length === 0 ? before : Math.max(...fitting);
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

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const [number, hourCycle] = ['numeric', 'h23'] as const;
    const date = { era: 'short', year: number, month: number, day: number } as const;
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle, calendar: 'gregory', numberingSystem: 'latn' },
      ...{ ...date, hour: number, minute: number, second: number },
    });
    formats.set(timeZone, format);
  }
  return format;
}

function offsetAt(moment: number, timeZone: string): number {
  const parts = new Map<string, string>();
  for (const { type, value } of formatOf(timeZone).formatToParts(moment * 1000)) parts.set(type, value);
  const [year = 0, month = 1, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map(
    (type) => Number(parts.get(type)),
  );
  const date = new Date(0);
  date.setUTCFullYear(parts.get('era')?.startsWith('B') ? 1 - year : year, month - 1, day);
  date.setUTCHours(hour ?? 0, minute ?? 0, second ?? 0);
  return date.getTime() / 1000 - moment;
}
