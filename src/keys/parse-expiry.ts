/**
 * When a key ends, in seconds: a date `YYYY-MM-DD` (its start, UTC) or an RFC 3339 date-time. Null where the text is
 * neither, or names a date that does not exist.
 */
export function parseExpiry(text: string): number | null {
  const form = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/i.exec(text);
  const day = form?.[1];
  if (day === undefined) return null;
  const milliseconds = Date.parse(text.toUpperCase());
  // Date.parse turns 30 February into 2 March; the day read back shows it.
  const start = Date.parse(day);
  if (Number.isNaN(milliseconds) || Number.isNaN(start)) return null;
  return new Date(start).toISOString().startsWith(day) ? Math.floor(milliseconds / 1000) : null;
}
