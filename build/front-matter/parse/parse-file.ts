import { lazy } from '../../package/lazy.ts';
import type { Problem, Result } from '../../problems/problem.ts';
import { reportProblem, shorten } from '../../problems/report-problem.ts';
import type { SourceFile } from '../../source/source-file.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { badEncoding, decodeText } from './decode-text.ts';
import { findCutValues } from './explain-yaml.ts';
import type { Fence, FindHeader, Header } from './fence.ts';
import { findFence, isHeader } from './find-fence.ts';
import { limits } from './limits.ts';
import { splitFenced } from './split-fenced.ts';
import { toProblem } from './to-problem.ts';

/** A file, null where there are errors; then `readable` holds the keys of its front matter that can be read all the same. */
export interface ParseResult extends Result<ParsedFile | null> {
  readable?: ParsedFile['frontMatter'];
}

/**
 * Splits a Markdown file into front matter and body, and parses the front matter. The value is null where there are errors;
 * every problem is reported at its own place. `finders` find front matter without fences. Never throws, whatever the bytes.
 */
export function parseFile(source: SourceFile, bytes: Uint8Array, finders: readonly FindHeader[]): ParseResult {
  const decoded = decodeText(bytes);
  if ('badByte' in decoded) return refuse(badEncoding(source.path, decoded, bytes));
  const fence = findFence(decoded.text, finders);
  switch (fence.kind) {
    case 'none':
      return accept(withoutHeader(source, decoded.text));
    case 'header':
      return parseWhole(source, fence, finders);
    case 'doubtful':
      return refuse(doubtful(source.path, fence, 'error'));
    case 'unclosed':
      return refuse(unclosed(source.path, fence));
    default:
      return refuse(unknownLanguage(source.path, fence));
  }
}

function parseWhole(source: SourceFile, found: Header, finders: readonly FindHeader[]): ParseResult {
  const { syntax, header, headerLine, body, bodyLine } = found;
  if (header.length > limits.length) return refuse(tooLarge(source.path, found));
  const parsed = splitFenced(found);
  const isEmpty = !('problems' in parsed) && parsed.values.size === 0;
  const second = findSecond(source.path, found, isEmpty, finders);
  if (second?.severity === 'error') return refuse(second);
  const lines = lazy(() => header.split('\n'));
  const lineAt = (line: number): string | undefined => lines()[line - headerLine];
  const problems = ('problems' in parsed ? parsed.problems : parsed.doubts).map((problem) =>
    toProblem(source.path, problem, syntax, lineAt(problem.line)),
  );
  if (second !== null) problems.push(second);
  if (syntax === 'yaml' && !('problems' in parsed) && header.includes(' #')) {
    problems.push(...findCutValues(source.path, parsed.values, lineAt));
  }
  if ('problems' in parsed || problems.some(({ severity }) => severity === 'error'))
    return { ...refuse(...problems), ...(parsed.values && { readable: parsed.values }) };
  return accept({ ...source, frontMatter: parsed.values, body, bodyLine, syntax }, problems);
}

/**
 * Finds front matter at the top of the body, which is there when a fence closes too early. It is an error with an opening fence of
 * its own, or below front matter that is empty; else a warning, since it may be text.
 */
function findSecond(
  path: string,
  { body, bodyLine }: Header,
  isEmpty: boolean,
  finders: readonly FindHeader[],
): Problem | null {
  const second = findFence(body, isEmpty ? finders : []);
  const isOpened = second.kind === 'header' && second.headerLine > second.line;
  if (second.kind !== 'doubtful' && !isHeader(second)) return null;
  const found = { line: second.line + bodyLine - 1, found: 'a second block' };
  return doubtful(path, found, isEmpty || isOpened ? 'error' : 'warning');
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

function tooLarge(path: string, { header, headerLine: line }: Header): Problem {
  const words = {
    found: `front matter of ${header.length} characters`,
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

function doubtful(
  path: string,
  { line, found }: { line: number; found: string },
  severity: Problem['severity'],
): Problem {
  const words = {
    found: `${found}, which looks like front matter, but is read as text`,
    expected: 'front matter between two lines `---`, at the top of the file',
    fix: 'Put all front matter between two lines `---` at the top of the file. Put text below them.',
  };
  return reportProblem('front-matter-unfenced', path, { line, column: 1 }, words, severity);
}
