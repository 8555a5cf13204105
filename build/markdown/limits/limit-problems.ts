import { type BodyProblem, reportInBody } from '../checks/body-problems.ts';
import { maximumNesting, maximumUnseparated } from './find-deep-nesting.ts';
import { mostTimes } from './output-limit.ts';

/** For a body that cannot be parsed in reasonable time. */
export function toTooDeep(line: number): BodyProblem {
  return reportInBody(
    'too-deep',
    { line, column: 1 },
    {
      found: 'quotes, lists or HTML elements nested too deeply to be rendered',
      expected: `at most ${maximumNesting} levels, and at most ${maximumUnseparated} quotes that end without a blank line between them`,
      fix: 'Take levels of nesting out, put a blank line after each inner quote, or close the HTML elements such as `<b>` and `<font>`.',
    },
  );
}

/** For a block over which marked would take minutes. */
export function toTooLong(line: number): BodyProblem {
  return reportInBody(
    'too-long',
    { line, column: 1 },
    {
      found: 'a paragraph, list item, quote or table too long to be read in reasonable time',
      expected:
        'blocks that a reader can take in: the more marks such as `*` and `[` there are in one, the shorter it has to be',
      fix: 'Put blank lines into it, or a fence of three backticks around it if it is code or data.',
    },
  );
}

/** Reports a body of so many short pieces that rendering it would take very long. */
export function toTooMany(line: number): BodyProblem {
  return reportInBody(
    'too-long',
    { line, column: 1 },
    {
      found:
        'more short paragraphs, items, headings and tags than can be rendered in reasonable time; the limit is reached here',
      expected:
        'pieces of some words each, or fewer of them: some thirty thousand items, rows or paragraphs, four thousand headings of level one or ten thousand tags are always taken, and more in a longer text; each level of a list beyond the fourth counts too',
      fix: 'Make several articles of it, put several words on a line, or put a fence of three backticks around what is data.',
    },
  );
}

/** Reports a body of so many marks that rendering it would take very long. */
export function toTooManyMarks(line: number): BodyProblem {
  return reportInBody(
    'too-long',
    { line, column: 1 },
    {
      found: 'more marks such as `*`, `_`, `[` and `@` than can be read in reasonable time; the limit is reached here',
      expected: 'two hundred thousand of them at most, or one in four characters of a longer text',
      fix: 'Put a fence of three backticks around what is code or data, or make several articles of it.',
    },
  );
}

/** Reports a body with more attributes than can be read in reasonable time. */
export function toTooManyAttributes(line: number, tag: string): BodyProblem {
  return reportInBody(
    'too-long',
    { line, column: 1 },
    {
      found: `more attributes, or pictures in a \`srcset\`, than can be read in reasonable time; the limit is reached in \`${tag}\``,
      expected: 'thirty thousand of them at most, or one for each sixteen characters of a longer text',
      fix: 'Take attributes out, make several articles of it, or put a fence of three backticks around it if it is data.',
    },
  );
}

/** Reports a body whose HTML would be far longer than its Markdown. */
export function toTooMuchHtml(line: number, what: string): BodyProblem {
  return reportInBody(
    'too-much-html',
    { line, column: 1 },
    {
      found: `${what} that would become more than ${mostTimes} times as much HTML`,
      expected: `HTML of at most ${mostTimes} times the length of the text`,
      fix: 'Put a blank line after each table, write long addresses once, or offer the data as a file.',
    },
  );
}
