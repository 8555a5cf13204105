import { lazy } from '../../package/lazy.ts';
import { parseDate } from './parse-date.ts';

/** A text that is a date in one of some formats (`yyyy_MM_dd`, `EEEE, MMM do`), in the first of them; any other text as it is. */
export function toFirstFormat(text: string, formats: readonly string[]): string {
  // Most names are no dates.
  const date = /\d{4}/.test(text) ? parseDate(text.replaceAll('_', '-')) : null;
  if (date === null || !('seconds' in date)) return text;
  const written = formats.map((format) => formatDate(date.seconds, format));
  return written.some((each) => each?.toLowerCase() === text.toLowerCase()) ? (written[0] ?? text) : text;
}

/** Null for a format with other letters than those of the year, the month, the day and its weekday. */
function formatDate(seconds: number, format: string): string | null {
  const date = new Date(seconds * 1000);
  const [yyyy = '', MM = '', dd = ''] = date.toISOString().split(/[-T]/);
  const [EEEE = '', MMMM = '', d = ''] = long().format(date).split(/[ ,]+/);
  const suffix = /1\d$/.test(d) ? 'th' : (['th', 'st', 'nd', 'rd'][Number(d) % 10] ?? 'th');
  const [EEE, MMM] = [EEEE.slice(0, 3), MMMM.slice(0, 3)];
  const parts = { yyyy, MMMM, MMM, MM, M: String(Number(MM)), dd, d, do: d + suffix, EEEE, EEE, E: EEE };
  const texts = new Map(Object.entries(parts));
  let isKnown = true;
  const written = format.replace(/do|([A-Za-z])\1*|'/g, (token) => {
    isKnown &&= texts.has(token);
    return texts.get(token) ?? '';
  });
  return isKnown ? written : null;
}

/** `Friday, May 20, 2022` */
const long = lazy(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }));
