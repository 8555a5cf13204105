import type { ContentOptions } from '../options.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { findValues } from './find-values.ts';

/** The date in an address that front matter gives (`path: 2016/07/25/name`), as `2016-07-25`; null without one. */
export function addressDate(parsed: ParsedFile, options: ContentOptions): string | null {
  for (const { value } of findValues(parsed, 'slug', options)) {
    const days = typeof value.value === 'string' ? /(?:^|\/)(\d{4}\/\d{1,2}\/\d{1,2})(?=\/)/.exec(value.value) : null;
    if (days?.[1] !== undefined) return days[1].replaceAll('/', '-');
  }
  return null;
}
