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
export function splitFenced({ text, line, syntax, language, delimiters }: Fenced, isUnread: IsUnread): SplitText {
  // Without the white space after the opening fence.
  const parse = (header: string) => parseFrontMatter(header.replace(/^.*/, ''), syntax, line, isUnread);
  // Without options, gray-matter would give {} for a text that failed before.
  const { matter, content, data, isEmpty } = loadMatter()(text, {
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
    body: content,
    bodyLine: line + matter.split('\n').length + 1,
  };
}

function refuse(): never {
  throw new Error('Front matter that would have to be run: findFence must have refused it.');
}
