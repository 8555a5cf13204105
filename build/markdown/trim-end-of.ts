/**
 * A text without such characters at its end, in one pass: a regular expression would search again from each of them that stands
 * inside the text.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
