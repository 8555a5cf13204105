import { readFileSync } from 'node:fs';

/** Whether a file exists and has this content. */
export function hasContent(file: string, content: Buffer): boolean {
  try {
    return readFileSync(file).equals(content);
  } catch {
    return false;
  }
}
