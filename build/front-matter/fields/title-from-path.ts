import { pathName } from './path-name.ts';

/** The title of last resort: the file's name without its date, as words. */
export function titleFromPath(path: string): string {
  const { own, bare } = pathName(path);
  const words = bare.replace(/[-_\s]+/g, ' ').trim();
  if (words === '') return own;
  const [first = '', ...rest] = words;
  return first.toUpperCase() + rest.join('');
}
