import { readFileSync } from 'node:fs';

/** The lines of a file as places count them; octets that are not UTF-8 become U+FFFD. None for a file that cannot be read. */
export function readLines(file: string): string[] {
  try {
    return new TextDecoder().decode(readFileSync(file)).split(/\r\n?|\n/);
  } catch {
    // Gone meanwhile, or not to be read: its problem says so.
    return [];
  }
}
