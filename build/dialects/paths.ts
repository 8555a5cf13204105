/** The path of a file as an address in Markdown. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeSegment).join('/');
}

/** One name of a path, or a fragment. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(
    /[()*']/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** What makes the beginning of an address one from the content folder on, or from the file. */
export function stripStart(start: RegExp, text: string): (address: string) => string | null {
  return (address) => (start.test(address) ? address.replace(start, text) : null);
}
