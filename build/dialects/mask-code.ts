import { linesOutsideCode } from '../markdown/linear-text.ts';

/** A text as long as a source, with NUL for what is fenced code or a code span, and for the text of HTML comments; line ends stay. */
export function maskCode(source: string): string {
  let masked = '';
  let from = 0;
  for (const { start, line, isFence } of linesOutsideCode(source)) {
    masked += maskLines(source.slice(from, start)) + (isFence ? maskLines(line) : line);
    from = start + line.length;
  }
  masked += maskLines(source.slice(from));
  return masked.replace(
    /(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n)[^\0]){1,2000}?(?<!`)\1(?!`)|<!--[\s\S]{0,10000}?-->/g,
    (code) => code.replace(/[^\n]/g, '\0'),
  );
}

/** The indentation stays. */
function maskLines(text: string): string {
  return text.replace(
    /^[^\n]+$/gm,
    (line) => line.slice(0, line.search(/\S|$/)) + '\0'.repeat(line.trimStart().length),
  );
}
