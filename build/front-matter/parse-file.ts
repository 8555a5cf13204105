import type { Problem } from '../problem.ts';
import { reportProblem } from '../report-problem.ts';
import type { ParsedFile, SourceFile } from '../stages.ts';
import { type DecodedText, decodeText } from './decode-text.ts';
import { type Fence, findFence } from './find-fence.ts';
import { readMatter } from './read-matter.ts';
import { readPlainLines } from './read-plain-lines.ts';
import { readValues } from './read-values.ts';
import { toYamlProblem } from './to-yaml-problem.ts';

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
      return accept({ ...source, frontMatter: new Map(), body: decoded.text, bodyLine: 1 });
    case 'yaml':
      return parseFenced(source, fence);
    default:
      return refuse(toFenceProblem(source.path, fence));
  }
}

function parseFenced(source: SourceFile, fence: Fence & { kind: 'yaml' }): ReturnType<typeof parseFile> {
  const { body, bodyLine } = fence;
  const plain = readPlainLines(fence.header, fence.line + 1);
  if (plain !== null) return accept({ ...source, frontMatter: plain, body, bodyLine });
  const yaml = readMatter(fence.header);
  // The text that was parsed begins with the line of the opening fence.
  const lineOffset = fence.line - 1;
  const lines = `---\n${fence.header}`.split('\n').slice(0, -1);
  const faults = 'faults' in yaml ? yaml.faults : yaml.twins;
  const problems = faults.map((fault) => toYamlProblem(source.path, fault, lines, lineOffset));
  if ('faults' in yaml || problems.some(({ severity }) => severity === 'error')) return refuse(...problems);
  return accept({ ...source, frontMatter: readValues(yaml, lineOffset), body, bodyLine }, problems);
}

function accept(parsed: ParsedFile, problems: Problem[] = []): ReturnType<typeof parseFile> {
  return { parsed, problems };
}

function refuse(...problems: Problem[]): ReturnType<typeof parseFile> {
  return { parsed: null, problems };
}

function toEncodingProblem(path: string, { badByte, at }: Exclude<DecodedText, { text: string }>): Problem {
  const utf16 = at.line === 1 && at.column === 1 && badByte >= 0xfe;
  return reportProblem('encoding', path, at, {
    found: `the byte 0x${badByte.toString(16).toUpperCase().padStart(2, '0')}${utf16 ? ', as UTF-16 begins' : ''}`,
    expected: 'UTF-8',
    mend: 'Save the file as UTF-8.',
  });
}

function toFenceProblem(path: string, fence: Fence & { kind: 'unclosed' | 'language' }): Problem {
  const at = { line: fence.line, column: 1 };
  if (fence.kind === 'unclosed') {
    return reportProblem('front-matter-unclosed', path, at, {
      found: '`---` that opens front matter and nothing that closes it',
      expected: 'a line `---` after the last key',
      mend: 'Write `---` on a line of its own after the front matter; for a thematic break write `***` instead.',
    });
  }
  return reportProblem('front-matter-language', path, at, {
    found: `front matter in ${fence.language}`,
    expected: 'YAML between two lines `---`',
    mend: 'Write the front matter as YAML: one `key: value` per line between two lines `---`.',
  });
}
