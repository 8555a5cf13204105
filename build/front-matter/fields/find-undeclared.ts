import { memoize } from '../../package/memoize.ts';
import { type FieldType, findWrongField } from '../declared-fields.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { isAbsent, isRead } from './find-values.ts';
import { readAs } from './read-declared.ts';

/**
 * A key that nothing reads and that the settings could declare, and the types that take its value, the narrowest first.
 */
export type UndeclaredKey = readonly [key: string, types: readonly FieldType[]];

const narrowestFirst: readonly FieldType[] = ['number', 'boolean', 'image', 'images', 'url', 'text', 'list', 'any'];

export function findUndeclared(frontMatter: ParsedFile['frontMatter'], options: ContentOptions): UndeclaredKey[] {
  return [...frontMatter].flatMap(([key, value]): UndeclaredKey[] => {
    if (isAbsent(value) || !isName(key) || isRead(key, options)) return [];
    const types = narrowestFirst.filter((type) => {
      const read = readAs([key, type], value, options);
      return read.wrong === null && (!/^images?$/.test(type) || hasImages(read.value));
    });
    return types.length === 0 ? [] : [[key, types]];
  });
}

/** Whether a field may have that name, and readers may want it. */
const isName = memoize((key: string): boolean => {
  return !ofPages.has(key.toLowerCase()) && findWrongField({ [key]: 'text' }) === null;
});

/** Keys that say how a page is drawn. */
const ofPages = new Set(['template', 'toc', 'comments', 'math', 'mermaid', 'weight', 'uid']);

/** Any text may be the path of an image; these are. */
function hasImages(read: unknown): boolean {
  const images = [read as FrontMatterValue | FrontMatterValue[]].flat();
  return images.every(({ value }) => /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(String(value)));
}
