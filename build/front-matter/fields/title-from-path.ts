import { pathName } from './path-name.ts';

/** The title of a file without any other: its name without the date, as words. */
export function titleFromPath(path: string): string {
  const { own, bare } = pathName(path);
  const words = bare.replace(/[-_\s]+/g, ' ').trim();
  if (words === '') return own;
  const [first = '', ...rest] = words;
  return first.toUpperCase() + rest.join('');
}
