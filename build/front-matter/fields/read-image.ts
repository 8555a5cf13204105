import type { Result } from '../../problems/result.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { findChild, findValues } from './find-values.ts';
import { toText, wrongType } from './read-text.ts';

/**
 * The header image, as written and trimmed, at its place: text, the first of a list, or the `src`, `url`, `path` or
 * `image` of a mapping. Other shapes are a problem under `header_image`, and ignored under other names.
 */
export function readImage(parsed: ParsedFile, options: ContentOptions): Result<FrontMatterValue | null> {
  for (const { name, isOwnName, value } of findValues(parsed, 'header_image', options)) {
    const image = findImage(value);
    if (image !== null) return { value: image, problems: [] };
    if (isOwnName) {
      const fix = `Write \`${writeKey(parsed.syntax, name, 'picture.jpg')}\`, or leave it out.`;
      return { value: null, problems: [wrongType(parsed.path, name, value, expectedOf('header_image'), fix)] };
    }
  }
  return { value: null, problems: [] };
}

function findImage(value: FrontMatterValue): FrontMatterValue | null {
  const first = Array.isArray(value.value)
    ? value.children?.get('0')
    : findChild(value, ['src', 'url', 'path', 'image']);
  if (first) return findImage(first);
  const text = typeof value.value === 'boolean' ? null : toText(value)?.trim();
  return text ? { value: text, source: value.source, line: value.line, column: value.column } : null;
}
