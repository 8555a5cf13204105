import { type PathName, splitDate } from './path-name.ts';

/**
 * The date in a path as `2015-1-12`: in front of the file's name, else of the nearest folder's, else three folders
 * that are year, month and day, or two and the day in front of the name. Null without one; a year and a month alone are no date.
 */
export function pathDate({ own, date, folders }: PathName): string | null {
  const written = date ?? folders.map((folder) => splitDate(folder).date).findLast((found) => found !== null);
  if (written !== undefined && written !== null) return written.replace(/[_.]/g, '-');
  const days = /(?:^|\/)(\d{4}\/\d{1,2}\/\d{1,2})(?:\/|$)/.exec(folders.join('/'));
  if (days?.[1] !== undefined) return days[1].replaceAll('/', '-');
  // Folders that are year and month, and the day in front of the name.
  const day = /(?:^|\/)(\d{4}\/\d\d\/[0-3]\d)[-_ ]/.exec([...folders.slice(-2), own].join('/'));
  return day?.[1]?.replaceAll('/', '-') ?? null;
}
