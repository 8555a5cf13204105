import { readdirSync } from 'node:fs';

/** The names of files and folders in the content folder itself, hidden ones too; none where it is missing. */
export function namesAtTop(content: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(content));
  } catch {
    return new Set();
  }
}
