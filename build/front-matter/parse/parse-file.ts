import { lazy } from '../../package/lazy.ts';
import type { Problem, Result } from '../../problems/problem.ts';
import { reportProblem, shorten } from '../../problems/report-problem.ts';
import type { SourceFile } from '../../source/source-file.ts';
import { isUnreadKey } from '../fields/find-misspelt.ts';
import type { FieldNames } from '../options.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { badEncoding, decodeText } from './decode-text.ts';
import { findCutValues } from './explain-yaml.ts';
import type { Fence, FindHeader, Header, Syntax } from './fence.ts';
import { findFence } from './find-fence.ts';
import { isHeader, mayHoldHeader } from './find-unfenced.ts';
import { maxLines } from './key-lines.ts';
import { limits } from './limits.ts';
import type { IsUnread } from './mend-entries.ts';
import { parseFrontMatter } from './parse-front-matter.ts';
import { isStrongLine } from './score-keys.ts';
import { type SplitText, splitFenced } from './split-fenced.ts';
import { toProblem } from './to-problem.ts';

/**
 * Splits a Markdown file into front matter and body, and parses the front matter. The value is null where there are errors;
 * every problem is reported at its own place. `finders` find front matter without fences; `configured` are names of fields besides those
 * that are known. Never throws, whatever the bytes.
 */
export function parseFile(
  source: SourceFile,
  bytes: Uint8Array,
  finders: readonly FindHeader[],
  configured: FieldNames = {},
): Result<ParsedFile | null> {
  const decoded = decodeText(bytes);
  if ('badByte' in decoded) return refuse(badEncoding(source.path, decoded, bytes));
  const fence = findFence(decoded.text, finders);
  switch (fence.kind) {
    case 'none':
      return accept(withoutHeader(source, decoded.text));
    case 'fenced':
    case 'header': {
      const isFenced = fence.kind === 'fenced';
      const length = isFenced ? fence.range[1] - fence.range[0] : fence.header.length;
      if (length > limits.length) {
        return refuse(tooLarge(source.path, isFenced ? fence.line + 1 : fence.headerLine, length));
      }
      const isUnread: IsUnread = (key) => isUnreadKey(key, configured);
      const split = isFenced ? splitFenced(fence, isUnread) : splitHeader(fence, isUnread);
      return toParsedFile(source, fence.syntax, split, finders);
    }
    case 'doubtful': {
      const problem = doubtful(source.path, fence);
      return fence.isSure ? refuse(problem) : accept(withoutHeader(source, decoded.text), [problem]);
    }
    case 'unclosed':
      return refuse(unclosed(source.path, fence));
    default:
      return refuse(unknownLanguage(source.path, fence));
  }
}

/** Parses front matter that gray-matter cannot split. */
function splitHeader({ header: lines, headerLine, syntax, body, bodyLine }: Header, isUnread: IsUnread): SplitText {
  const header = `\n${lines.slice(0, -1)}`;
  const firstLine = headerLine - 1;
  return {
    parsed: parseFrontMatter(header, syntax, firstLine, isUnread),
    header,
    headerLine: firstLine,
    body,
    bodyLine,
  };
}

function toParsedFile(
  source: SourceFile,
  syntax: Syntax,
  split: SplitText,
  finders: readonly FindHeader[],
): Result<ParsedFile | null> {
  const { parsed, header, headerLine, body, bodyLine } = split;
  const second = findSecond(source.path, syntax, split, finders);
  if (second?.severity === 'error') return refuse(second);
  const lines = lazy(() => header.split('\n'));
  const lineAt = (line: number): string | undefined => lines()[line - headerLine];
  const found = 'problems' in parsed ? parsed.problems : parsed.doubts;
  const problems = found.map((problem) => toProblem(source.path, problem, syntax, lineAt(problem.line)));
  if (second !== null) problems.push(second);
  if (syntax === 'yaml' && 'values' in parsed && header.includes(' #')) {
    problems.push(...findCutValues(source.path, parsed.values, lineAt));
  }
  if ('problems' in parsed || problems.some(({ severity }) => severity === 'error')) return refuse(...problems);
  return accept({ ...source, frontMatter: parsed.values, body, bodyLine, syntax }, problems);
}

/**
 * Finds front matter at the top of the body, which is there when a fence closes too early. It is an error with an opening fence of
 * its own, or below front matter that is empty or has no fences; else a warning, since it may be text.
 */
function findSecond(
  path: string,
  syntax: Syntax,
  { parsed, body, bodyLine }: SplitText,
  finders: readonly FindHeader[],
): Problem | null {
  const isAlone = syntax === 'lines' || ('values' in parsed && parsed.values.size === 0);
  if (!isAlone && !mayHoldHeader(body)) return null;
  const second = findFence(body, finders);
  const isOpened = second.kind === 'fenced' || (second.kind === 'header' && second.headerLine > second.line);
  const isRest = second.kind === 'doubtful' && (isAlone || second.isClosed);
  if (!isRest && !(isHeader(second) && (isAlone || second.syntax !== 'lines'))) return null;
  // Behind lines without fences, a line such as `Last updated: 9 April` begins the text.
  const isText = syntax === 'lines' && !isOpened && !hasStrongKeys(body);
  if (isText && second.kind === 'doubtful' && !second.isClosed) return null;
  const isSure = (isAlone && !isText) || isOpened;
  return doubtful(path, { line: second.line + bodyLine - 1, found: 'a second block', isSure });
}

/** Whether the first lines of a body have a title or a date, or a key that hides an article. */
function hasStrongKeys(body: string): boolean {
  const [block = ''] = body.trimStart().split(/\n[ \t]*\n/, 1);
  return block.split('\n', maxLines).some((line) => isStrongLine(line));
}

function withoutHeader(source: SourceFile, body: string): ParsedFile {
  return { ...source, frontMatter: new Map(), body, bodyLine: 1, syntax: null };
}

function accept(parsed: ParsedFile, problems: Problem[] = []): Result<ParsedFile | null> {
  return { value: parsed, problems };
}

function refuse(...problems: Problem[]): Result<ParsedFile | null> {
  return { value: null, problems };
}

function tooLarge(path: string, line: number, length: number): Problem {
  const words = {
    found: `front matter of ${length} characters`,
    expected: `at most ${limits.length} characters`,
    fix: 'Put text below the front matter, and data in a separate file.',
  };
  return reportProblem('front-matter-too-large', path, { line, column: 1 }, words);
}

function unclosed(path: string, { line, fence, lastLine }: Fence & { kind: 'unclosed' }): Problem {
  const isJson = fence === '{';
  const place = lastLine === undefined ? 'the front matter' : 'this line';
  const words = {
    found:
      lastLine === undefined
        ? `front matter that begins with \`${fence}\`, and has no end`
        : `front matter that has no end. Its last line is probably \`${shorten(lastLine).trim()}\``,
    expected: `${isJson ? 'a brace `}`' : `a line \`${fence}\``} after the last key`,
    fix: isJson
      ? 'Close every brace and quote. Write nothing after the last brace on its line.'
      : `Write \`${fence}\` on a separate line after ${place}. For a thematic break, write \`***\` instead.`,
  };
  return reportProblem('front-matter-unclosed', path, { line, column: 1 }, words);
}

function unknownLanguage(path: string, { line, language }: Fence & { kind: 'language' }): Problem {
  const words = {
    found: `front matter in ${language}`,
    expected: 'YAML between two lines `---`, or TOML or JSON; never code',
    fix: 'Write the front matter as YAML: one `key: value` on each line, between two lines `---`.',
  };
  return reportProblem('front-matter-language', path, { line, column: 1 }, words);
}

function doubtful(path: string, { line, found, isSure }: { line: number; found: string; isSure: boolean }): Problem {
  const words = {
    found: `${found}, which looks like front matter, but is read as text`,
    expected: 'front matter between two lines `---`, at the top of the file',
    fix: 'Put all front matter between two lines `---` at the top of the file. Put text below them.',
  };
  return reportProblem('front-matter-unfenced', path, { line, column: 1 }, words, isSure ? 'error' : 'warning');
}
