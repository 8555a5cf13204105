import type { Problem } from '../../problems/problem.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { findChild, findValues } from './find-values.ts';
import { toText, wrongType } from './read-text.ts';

/**
 * The header image, as written and trimmed, at its place: text, the first of a list, or the `src`, `url`, `path` or
 * `image` of a mapping. Other shapes are a problem under `header_image`, and passed over under other names.
 */
export function readImage(parsed: ParsedFile, problems: Problem[]): FrontMatterValue | null {
  for (const { name, literal, value } of findValues(parsed, 'header_image')) {
    const image = findImage(value);
    if (image !== null) return image;
    if (literal) {
      const fix = `Write \`${writeKey(parsed.syntax, name, 'picture.jpg')}\`, or leave it out.`;
      problems.push(wrongType(parsed.path, name, value, expectedOf('header_image'), fix));
      return null;
    }
  }
  return null;
}

function findImage(value: FrontMatterValue): FrontMatterValue | null {
  const first = Array.isArray(value.value)
    ? value.children?.get('0')
    : findChild(value, ['src', 'url', 'path', 'image']);
  if (first) return findImage(first);
  const text = typeof value.value === 'boolean' ? null : toText(value)?.trim();
  return text ? { value: text, source: value.source, line: value.line, column: value.column } : null;
}
