import { maxId } from './article.ts';

/**
 * A place between the articles of a list, behind the article that has both. The order is by `publishAt`, in seconds, and `id`, so it is
 * there whether or not the article still is.
 */
export interface Cursor {
  publishAt: number;
  id: number;
}

/** As it stands in an address. */
export function toCursorText({ publishAt, id }: Cursor): string {
  return `${publishAt}-${id}`;
}

/** Null for a text that `toCursorText` never gives. */
export function parseCursor(text: string): Cursor | null {
  const [, seconds, digits] = cursor.exec(text) ?? [];
  const [publishAt, id] = [Number(seconds), Number(digits)];
  return Number.isSafeInteger(publishAt) && id <= maxId ? { publishAt, id } : null;
}

export const cursor = /^(0|-?[1-9]\d{0,15})-([1-9]\d{0,9})$/;
