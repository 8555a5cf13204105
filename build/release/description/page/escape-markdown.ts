/** Plain text of one line as Markdown that renders to just that text, at the start of a line, too. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>&#|~!:@$=+-]/g, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/\b(www)\./gi, '$1\\.');
}
