/** A text on one line: runs of white space as single spaces, without control characters. */
export function collapse(text: string): string {
  return text
    .replace(/[^\P{Cc}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
