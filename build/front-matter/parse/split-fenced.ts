import type { Fenced } from './fence.ts';
import { loadMatter } from './load-parsers.ts';
import type { IsUnread } from './mend-entries.ts';
import { parseFrontMatter } from './parse-front-matter.ts';
import type { ParsedFrontMatter } from './parsed-front-matter.ts';

/** Front matter that was taken from the text of a file. */
export interface SplitText {
  parsed: ParsedFrontMatter;
  /** Its text; the first line is empty or the white space after the opening fence. */
  header: string;
  /** The line of the file on which `header` begins. */
  headerLine: number;
  body: string;
  bodyLine: number;
}

/** Splits a text and parses its front matter, by gray-matter with parsers of our own, which give each value its place. */
export function splitFenced(
  { text, line, syntax, language, delimiters, range }: Fenced,
  isUnread: IsUnread,
): SplitText {
  // Without the white space after the opening fence.
  const parse = (header: string) => parseFrontMatter(header.replace(/^.*/, ''), syntax, line, isUnread);
  // Not the body: gray-matter takes what it is given for the name of a property, which costs more than all that it does with it.
  const end = range[1] + delimiters[1].length;
  // Without options, it would give {} for a text that failed before.
  const { matter, data, isEmpty } = loadMatter()(text.slice(0, end), {
    delimiters: [...delimiters],
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
  return {
    parsed: isEmpty ? { values: new Map(), doubts: [] } : (data as ParsedFrontMatter),
    header: matter,
    headerLine: line,
    body: text.slice(end + 1),
    bodyLine: line + matter.split('\n').length + 1,
  };
}

function refuse(): never {
  throw new Error('Front matter that would have to be run: findFence must have refused it.');
}
