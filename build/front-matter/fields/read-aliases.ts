import type { Problem } from '../../problems/problem.ts';
import { reportProblem } from '../../problems/report-problem.ts';
import type { Result } from '../../problems/result.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { findValues } from './find-values.ts';
import { toText, wrongType } from './read-text.ts';
import { lastSegment } from './slug.ts';

/**
 * Former slugs: the last segment of each address under `aliases` and `redirect_from`, without `slug` itself.
 * Aliases that cannot be a slug are left out, since no article had them; under `aliases` they are a problem, unless they are other
 * titles of a note.
 */
export function readAliases(parsed: ParsedFile, slug: string | null, options: ContentOptions): Result<string[]> {
  const problems: Problem[] = [];
  const aliases = new Set<string>();
  for (const { name, isOwnName, value } of findValues(parsed, 'aliases', options)) {
    for (const entry of entriesOf(value)) {
      const text = toText(entry);
      const former = text === null ? null : lastSegment(text);
      if (former !== null) aliases.add(former);
      else if (isOwnName && text !== null && text.trim() !== '' && !isTitle(text))
        problems.push(noSlug(parsed.path, entry, text));
      if (isOwnName && text === null && entry.value !== null) {
        const fix = `Write \`${writeKey(parsed.syntax, 'aliases', '["former-slug", "another"]')}\`.`;
        problems.push(wrongType(parsed.path, name, entry, expectedOf('aliases'), fix));
      }
    }
  }
  if (slug !== null) aliases.delete(slug);
  return { value: [...aliases], problems };
}

/** Words with blanks between them, and no address. */
function isTitle(text: string): boolean {
  return /\S\s+\S/.test(text) && !text.includes('/');
}

function noSlug(path: string, entry: FrontMatterValue, text: string): Problem {
  return reportProblem(
    'bad-slug',
    path,
    entry,
    {
      found: `the alias \`${text}\`, which no article can have had as its slug`,
      expected: 'a former slug: letters, digits, `-`, `_`, `.`; not all digits',
      fix: 'Correct it, or take it out.',
    },
    'warning',
  );
}

function entriesOf(value: FrontMatterValue): Iterable<FrontMatterValue> {
  return Array.isArray(value.value) ? (value.children?.values() ?? []) : [value];
}
