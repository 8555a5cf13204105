import { fieldNames } from '../fields/field-names.ts';
import type { Fence } from './find-fence.ts';

/**
 * Front matter without an opening fence at the top of a text that begins with a line that is not blank: Hexo's, which a
 * line `---` ends, and the `Key: value` lines of Pelican and MultiMarkdown, which a blank line ends. Both must hold a title
 * or a date, or two names that front matter is known by: the rest is prose, and doubtful where it begins with such a name.
 */
export function findUnfenced(text: string, line: number): Fence {
  if (!keyLine.test(text)) return findMisfenced(text, line);
  const lines = text.split('\n', mostLines);
  const end = lines.findIndex((written) => written.trim() === '');
  const block = end < 0 ? lines : lines.slice(0, end);
  const evidence = weigh(block);
  if (evidence.fields === 0) return { kind: 'none' };

  const closing = lines.findIndex((written) => closingLine.test(written));
  const isFenced = closing > 0 && lines.slice(0, closing).every((written) => yamlLine.test(written));
  if (evidence.isEnough && isFenced) return take(lines.slice(0, closing), closing + 1, 'yaml');
  const isBare = block.every((written) => keyLine.test(written) || /^[ \t]/.test(written));
  if (evidence.isEnough && isBare) return take(block, block.length, 'lines');
  return { kind: 'doubtful', line, found: shorten(lines[0] ?? ''), isSure: evidence.isEnough };

  function take(header: readonly string[], count: number, syntax: 'yaml' | 'lines'): Fence {
    const length = lines.slice(0, count).reduce((sum, { length }) => sum + length + 1, 0);
    const body = text.slice(length);
    const bodyLine = line + count;
    return { kind: 'header', syntax, line, header: `${header.join('\n')}\n`, headerLine: line, body, bodyLine };
  }
}

/** Front matter behind a mark that is no fence (`--`, `––`, ` ---`), in a code block, or below a comment. */
function findMisfenced(text: string, line: number): Fence {
  if (!/^(?:.{0,12}\n|<!--)/.test(text)) return { kind: 'none' };
  const comment = /^<!--[\s\S]*?-->\s*/.exec(text)?.[0] ?? '';
  const [first = '', ...rest] = text.slice(comment.length).split('\n', mostLines);
  if (comment === '' ? /^\s*<!--/.test(first) : !/^(?:-{3}|\+{3})\s*$/.test(first)) return { kind: 'none' };
  const end = rest.findIndex((written) => written.trim() === '' || misfenceLine.test(written));
  const block = end < 0 ? rest : rest.slice(0, end);
  const evidence = weigh(block);
  const isClosed = end >= 0 && misfenceLine.test(rest[end] ?? '');
  const isHeader = evidence.fields > 0 && (evidence.isEnough || isClosed);
  if (!isHeader) return { kind: 'none' };
  const at = line + comment.split('\n').length - 1;
  return { kind: 'doubtful', line: at, found: shorten(first), isSure: !/^\s*(?:`{3}|~{3})/.test(first) };
}

/** Front matter is at the top, and short. */
const mostLines = 200;

const keyLine = /^([a-z][\w .-]{0,49}?)[ \t]*:(?:[ \t]|$|\n)/i;

/** A line of a mapping: a key, what belongs to the one above, a comment. */
const yamlLine = /^(?:[\w.-]{1,50}[ \t]*:(?:\s|$)|["'][^"']+["'][ \t]*:(?:\s|$)|[ \t]|- |-$|#|$|[\]}])/;

const closingLine = /^-{3,}[ \t]*$/;

/** Punctuation alone, as a fence is; or the end of a code block. */
const misfenceLine = /^\s*[^\p{L}\p{N}\s]{1,10}\s*$/u;

/** Names that front matter has in most generators, beside those of fields. */
const companions = new Set('author authors categories category keywords lang language layout tags template'.split(' '));

const fields = new Set<string>(
  Object.values(fieldNames)
    .flat()
    .map((name) => name.toLowerCase()),
);

const telling = new Set<string>(
  [...fieldNames.title.slice(0, 3), ...fieldNames.publish_at].map((name) => name.toLowerCase()),
);

/** How much lines look like front matter: the keys among them that are fields, and whether these are enough to tell. */
function weigh(lines: readonly string[]): { fields: number; isEnough: boolean } {
  const keys = lines.map((line) =>
    /^\s*[{,]?\s*["']?([a-z][\w.-]{0,49})["']?[ \t]*[:=]/i.exec(line)?.[1]?.toLowerCase(),
  );
  const own = new Set(keys.filter((key) => key !== undefined && fields.has(key)));
  const others = new Set(keys.filter((key) => key !== undefined && companions.has(key)));
  const isTelling = [...own].some((key) => key !== undefined && telling.has(key));
  return { fields: own.size, isEnough: isTelling || own.size + others.size > 1 };
}

/** Whether a line of a text begins with the key of a field. */
export function holdsField(header: string): boolean {
  return weigh(header.split('\n', mostLines)).fields > 0;
}

function shorten(line: string): string {
  const text = line.trim();
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
