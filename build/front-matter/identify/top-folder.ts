/** The first folder of a path, as a message names it. */
export function topFolder(path: string): string {
  const end = path.indexOf('/');
  return end < 0 ? 'this folder' : path.slice(0, end + 1);
}
