import type { Problem } from '../problem.ts';
import { reportProblem } from '../report-problem.ts';
import type { ParsedFile, SourceFile } from '../stages.ts';
import { type DecodedText, decodeText } from './decode-text.ts';
import { type Fence, findFence, type Header } from './find-fence.ts';
import { holdsField } from './find-unfenced.ts';
import { readMatter } from './read-matter.ts';
import { readPlainLines } from './read-plain-lines.ts';
import { toHeaderProblem } from './to-header-problem.ts';

/**
 * Splits a Markdown file into front matter and body. `parsed` is null where there are errors;
 * every problem is told at its own place. Never throws, whatever the bytes.
 */
export function parseFile(source: SourceFile, bytes: Uint8Array): { parsed: ParsedFile | null; problems: Problem[] } {
  const decoded = decodeText(bytes);
  if ('badByte' in decoded) return refuse(toEncodingProblem(source.path, decoded));
  const fence = findFence(decoded.text);
  switch (fence.kind) {
    case 'none':
      return accept(withoutHeader(source, decoded.text));
    case 'header':
      return parseHeader(source, fence);
    case 'doubtful': {
      const problem = doubtful(source.path, fence);
      return fence.isSure ? refuse(problem) : accept(withoutHeader(source, decoded.text), [problem]);
    }
    default:
      return refuse(toFenceProblem(source.path, fence));
  }
}

function parseHeader(
  source: SourceFile,
  { header, headerLine, syntax, body, bodyLine }: Header,
): ReturnType<typeof parseFile> {
  const second = startsLikeHeader.test(body) ? findFence(body) : null;
  // A fence too early leaves the rest of a header to the text.
  if (second?.kind === 'header' && second.syntax !== 'lines' && holdsField(second.header)) {
    const line = second.line + bodyLine - 1;
    return refuse(doubtful(source.path, { line, found: 'a second front matter', isSure: true }));
  }
  const plain = syntax === 'yaml' ? readPlainLines(header, headerLine) : null;
  if (plain !== null) return accept({ ...source, frontMatter: plain, body, bodyLine, syntax });
  const result = readMatter(header, syntax);
  // The text that was parsed begins with the line above.
  const lineOffset = headerLine - 2;
  const lines = `\n${header}`.split('\n').slice(0, -1);
  const faults = 'faults' in result ? result.faults : result.twins;
  const problems = faults.map((fault) => toHeaderProblem(source.path, fault, syntax, lines, lineOffset));
  if ('faults' in result || problems.some(({ severity }) => severity === 'error')) return refuse(...problems);
  return accept({ ...source, frontMatter: result.read(lineOffset), body, bodyLine, syntax }, problems);
}

/** Spares the text of nearly all articles a second look. */
const startsLikeHeader = /^\s*(?:[-+;]{3,}[ \t]*\n|\{\s*"|[a-z][\w .-]{0,49}[ \t]*:(?:\s|$))/i;

function withoutHeader(source: SourceFile, body: string): ParsedFile {
  return { ...source, frontMatter: new Map(), body, bodyLine: 1, syntax: null };
}

function accept(parsed: ParsedFile, problems: Problem[] = []): ReturnType<typeof parseFile> {
  return { parsed, problems };
}

function refuse(...problems: Problem[]): ReturnType<typeof parseFile> {
  return { parsed: null, problems };
}

function toEncodingProblem(path: string, { badByte, offset, at }: Exclude<DecodedText, { text: string }>): Problem {
  const utf16 = at.line === 1 && at.column === 1 && badByte >= 0xfe;
  return reportProblem('encoding', path, at, {
    found: `the byte 0x${badByte.toString(16).toUpperCase().padStart(2, '0')} at offset ${offset}${utf16 ? ', as UTF-16 begins' : ''}`,
    expected: 'UTF-8',
    mend: 'Save the file as UTF-8.',
  });
}

function toFenceProblem(path: string, fence: Fence & { kind: 'unclosed' | 'language' }): Problem {
  const at = { line: fence.line, column: 1 };
  if (fence.kind === 'unclosed') {
    const isJson = fence.fence === '{';
    const end = isJson ? 'a brace `}`' : `a line \`${fence.fence}\``;
    return reportProblem('front-matter-unclosed', path, at, {
      found: `\`${fence.fence}\` that opens front matter and nothing that closes it`,
      expected: `${end} after the last key`,
      mend: isJson
        ? 'Close every brace and quote, with nothing behind the last brace on its line.'
        : `Write \`${fence.fence}\` on a line of its own after the front matter; for a thematic break write \`***\` instead.`,
    });
  }
  return reportProblem('front-matter-language', path, at, {
    found: `front matter in ${fence.language}`,
    expected: 'YAML between two lines `---`, or TOML or JSON; nothing that would have to be run',
    mend: 'Write the front matter as YAML: one `key: value` per line between two lines `---`.',
  });
}

function doubtful(path: string, { line, found, isSure }: { line: number; found: string; isSure: boolean }): Problem {
  return reportProblem(
    'front-matter-unfenced',
    path,
    { line, column: 1 },
    {
      found: `${found}, which looks like front matter and stands where it is text`,
      expected: 'front matter between two lines `---`, the first of which is the first line of the file',
      mend: 'Put all of the front matter between two lines `---` at the top; text goes below them.',
    },
    isSure ? 'error' : 'warning',
  );
}
