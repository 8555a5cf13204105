import { parseDate } from '../dates/parse-date.ts';
import { deriveRegardless } from '../fields/derive-fields.ts';
import { pathDate } from '../fields/path-date.ts';
import { pathName } from '../fields/path-name.ts';
import { readLanguage } from '../fields/read-language.ts';
import { slugFromPath } from '../fields/read-slug.ts';
import type { ContentOptions } from '../options.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { type Identity, toIdentity } from './identity.ts';

/**
 * The identity that an invalid file will most likely have once it is fixed, so that no other article gets its names meanwhile.
 * `start` are its first bytes, if it can be read; `parsed` is null where its front matter cannot be.
 */
export function invalidIdentity(
  path: string,
  start: Buffer | null,
  parsed: ParsedFile | null,
  options: ContentOptions,
): Identity {
  if (parsed !== null) {
    const { fields, isDated } = deriveRegardless(parsed, options, 0);
    const identity = toIdentity(parsed, fields, options);
    return isDated ? identity : { ...identity, publishAt: guessDate(start) };
  }
  const date = parseDate(pathDate(pathName(path)) ?? '', options.timeZone);
  return {
    ...{ id: null, slug: slugFromPath(path), aliases: [], isSlugWritten: false, unfitSlug: null },
    publishAt: 'seconds' in date ? date.seconds : guessDate(start),
    ...{ addressDate: null, language: readLanguage({ frontMatter: new Map(), path }), syntax: null, at: {} },
  };
}

/** Bytes in which a date is looked for. */
const headerSize = 4096;

/** The first date that looks like one, such as 30 February. In seconds; null without one. */
function guessDate(start: Buffer | null): number | null {
  const text = start?.toString('latin1', 0, headerSize) ?? '';
  const [found, year, month, day] = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text) ?? [];
  return found === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000;
}
