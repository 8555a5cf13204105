import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';

/** Lists of HTML in place of terms, each on a line, and of the definitions below them, which begin with a colon. */
export function fixDefinitions({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (!/^ {0,3}:[ \t]+\S/m.test(markdown)) return [];
  const lines = Array.from(masked().matchAll(/^[^\n]*$/gm), ({ 0: text, index: start }): Line => {
    return { text, raw: markdown.slice(start, start + text.length), start };
  });
  const edits: Edit[] = [];
  for (let at = 0; at < lines.length; at++) {
    const first = isBlank(lines[at - 1]) ? lines[at] : undefined;
    let group = first === undefined ? null : readGroup(lines, at);
    if (group === null || first === undefined) continue;
    edits.push({ start: first.start, end: first.start, text: '<dl>\n' });
    while (group !== null) {
      at = group.next - 1;
      const { terms, definitions } = group;
      group = readGroup(lines, skipBlank(lines, group.next));
      edits.push(...terms.map(toTerm), ...definitions.flatMap(toDefinition));
    }
    const end = endOf(lines[at] ?? first);
    edits.push({ start: end, end, text: '\n</dl>\n' });
  }
  return edits;
}

interface Line {
  text: string;
  raw: string;
  start: number;
}

interface Group {
  terms: Line[];
  definitions: Line[][];
  /** The line behind it. */
  next: number;
}

/** Terms, at most one blank line, and definitions; null where none begin at a line. */
function readGroup(lines: readonly Line[], from: number): Group | null {
  let at = from;
  while (at < from + maxTerms && isTerm(lines[at])) at++;
  const terms = lines.slice(from, at);
  if (at < lines.length && isBlank(lines[at])) at++;
  if (terms.length === 0 || !isDefinition(lines[at])) return null;
  const definitions: Line[][] = [];
  for (let start = at; isDefinition(lines[start]); start = skipBlank(lines, at)) {
    for (at = start + 1; ; ) {
      const after = skipBlank(lines, at);
      const line = lines[after];
      if (line === undefined || isDefinition(line)) break;
      const isLazy = after === at && !(isTerm(line) && isDefinition(lines[after + 1]));
      if (!isLazy && !/^(?: {2}|\t)/.test(line.raw)) break;
      at = after + 1;
    }
    definitions.push(lines.slice(start, at));
  }
  return { terms, definitions, next: at };
}

/** In one paragraph. */
const maxTerms = 3;

function isTerm(line: Line | undefined): boolean {
  if (line === undefined || !/^(?![\s:>#|]|[-+*]\s|\d+[.)]\s)[^|\n]{1,200}$/.test(line.text)) return false;
  // What is hidden is a block, or begins with a link, an image or code.
  return !line.text.startsWith('\0') || /^(?!```|\[[^\]]*\]:)[[!`\\$]/.test(line.raw);
}

function isDefinition(line: Line | undefined): boolean {
  return line !== undefined && marker.test(line.text);
}

const marker = /^ {0,3}:[ \t]+(?=\S)/;

function isBlank(line: Line | undefined): boolean {
  return line === undefined || line.raw.trim() === '';
}

function skipBlank(lines: readonly Line[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at++;
  return at;
}

function endOf({ start, raw }: Line): number {
  return start + raw.length;
}

/** In HTML no Markdown is read without a blank line. */
function toTerm(line: Line): Edit {
  const within = markup.test(line.raw) ? '\n\n' : '';
  const text = `<dt>${within}${line.raw.trim()}${within}</dt>`;
  return { start: line.start, end: endOf(line), text };
}

/** What other text than plain one has. */
export const markup = /[*_`[\]<>&\\~$!:@]/;

function toDefinition(lines: readonly Line[]): Edit[] {
  return lines.flatMap((line, index) => {
    const [indent = ''] = (index === 0 ? marker : /^(?: {1,4}|\t)/).exec(line.raw) ?? [];
    const begin = { start: line.start, end: line.start + indent.length, text: index === 0 ? '<dd>\n\n' : '' };
    const end = endOf(line);
    return index === lines.length - 1 ? [begin, { start: end, end, text: '\n\n</dd>' }] : [begin];
  });
}
