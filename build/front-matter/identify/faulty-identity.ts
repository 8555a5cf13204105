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
 * The identity that a faulty file will most likely have once it is fixed, so that no other article gets its names meanwhile.
 * `parsed` is null where not even the front matter can be read: then its path has to do.
 */
export function faultyIdentity(path: string, parsed: ParsedFile | null, options: ContentOptions): Identity {
  if (parsed !== null) {
    const { fields, isDated } = deriveRegardless(parsed, options, 0);
    const identity = toIdentity(parsed, fields, options);
    return isDated ? identity : { ...identity, publishAt: null };
  }
  const date = parseDate(pathDate(pathName(path)) ?? '', options.timeZone);
  return {
    ...{ id: null, slug: slugFromPath(path), aliases: [], isSlugWritten: false },
    publishAt: 'seconds' in date ? date.seconds : null,
    ...{ addressDate: null, language: readLanguage({ frontMatter: new Map(), path }), at: {} },
  };
}
