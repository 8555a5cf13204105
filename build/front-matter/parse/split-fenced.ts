import type { Fences, Header } from './fence.ts';
import { loadMatter } from './load-parsers.ts';
import { parseFrontMatter } from './parse-front-matter.ts';
import type { ParsedFrontMatter } from './parsed-front-matter.ts';

/** Parses front matter: between fences by gray-matter, with parsers of our own, which give each value its place. */
export function splitFenced({ header, headerLine, syntax, fences }: Header): ParsedFrontMatter {
  // The first line stands for the one above, without the white space after a fence.
  const parse = (text: string) => parseFrontMatter(text.replace(/^.*/, ''), syntax, headerLine - 1);
  if (fences === undefined || !isUsual(header, fences)) return parse(`\n${header.slice(0, -1)}`);
  const { opening, closing, delimiter, language } = fences;
  // Without options, it would give {} for a text that failed before.
  const { data, isEmpty } = loadMatter()(`${opening}\n${header}${closing}`, {
    delimiters: [delimiter, closing],
    language: syntax,
    engines: {
      [syntax]: parse,
      // It has no names in capitals, as in `---TOML`.
      [language]: parse,
      // By default, these run what they read.
      javascript: refuse,
      coffee: refuse,
    },
  }) as ReturnType<ReturnType<typeof loadMatter>> & { isEmpty: boolean };
  return isEmpty ? { values: new Map(), doubts: [] } : (data as ParsedFrontMatter);
}

/**
 * Whether gray-matter finds the same two fences: it takes a longer line for the closing one, too. Its time grows with the square of the
 * number of empty lines.
 */
function isUsual(header: string, { opening, closing }: Fences): boolean {
  const isFence = /^\S+(?:[ \t]+\w+)?$/.test(opening.trimEnd()) && /^\S+[ \t]*$/.test(closing);
  return isFence && !`\n${header}`.includes(`\n${closing}`) && !manyEmptyLines.test(header);
}

/** Empty lines, by all line ends that `^` knows in a regular expression. */
const manyEmptyLines = /(?:[\n\u2028\u2029][^\S\n\u2028\u2029]*){100}/;

function refuse(): never {
  throw new Error('Front matter that would have to be run: findFence must have refused it.');
}
