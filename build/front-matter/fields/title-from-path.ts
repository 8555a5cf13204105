import { pathName } from './path-name.ts';

/**
 * The title of a file without any other: its name without the date, as words. A name that is a title already stays: one with
 * blanks in it, with digits between full stops (`v0.0.1`), and the capitals of a word such as `iPhone`.
 */
export function titleFromPath(path: string): string {
  const { own, bare } = pathName(path);
  const name = bare.trim();
  const isWritten = /\s/.test(name);
  const words = (isWritten ? name : name.replace(/[-_]+/g, ' ')).replace(/\s+/g, ' ').trim();
  if (words === '') return own;
  const [first = ''] = words.split(' ', 1);
  // A word with a capital or a number inside has its spelling from its author.
  const isSpelt = /^v\p{Nd}|.\p{Lu}|\p{Nd}\.\p{Nd}/u.test(first);
  if (isWritten || isSpelt) return words;
  const [letter = '', ...rest] = words;
  return letter.toUpperCase() + rest.join('');
}
