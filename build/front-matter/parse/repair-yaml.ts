import { isKnownName } from '../field-names.ts';

/** A line that was read as its author meant it, against the rules of YAML. */
export interface Repair {
  /** Of the text, from 0 on. */
  line: number;
  /** What the line should be. */
  corrected: string;
  reason: 'colon' | 'character' | 'no-space';
}

/**
 * YAML that cannot be read, as it was meant, line by line; null where there is nothing to repair. Quoted texts and lists in
 * brackets that continue without indentation get it, as js-yaml and PyYAML read them. A value that can be nothing but text gets its
 * quotes, and a colon its space: these are `repairs`, which are reported. `invalid` has the lines with errors of the parser.
 */
export function repairYaml(text: string, invalid: ReadonlySet<number>): { text: string; repairs: Repair[] } | null {
  const lines = text.split('\n');
  const repairs: Repair[] = [];
  for (let i = 0; i < lines.length; i++) {
    // A tab indents as spaces do.
    const written = (lines[i] ?? '').replace(/^ *\t[ \t]*/, (indent) => indent.replaceAll('\t', '  '));
    lines[i] = written;
    const corrected = separate(written);
    if (corrected !== null) {
      lines[i] = corrected;
      // Nobody sees which kind of space is after a colon.
      if (corrected.length !== written.length || /：/.test(written))
        repairs.push({ line: i, corrected, reason: 'no-space' });
    }
    const head = headOf(lines[i] ?? '');
    if (head === null) continue;
    const value = (lines[i] ?? '').slice(head.length);
    if (isOpening(value)) i = indentRest(lines, i, head.length) ?? i;
    else if (invalid.has(i) && isText(value, head)) {
      lines[i] = `${head}${quote(value)}`;
      repairs.push({ line: i, corrected: lines[i] ?? '', reason: value.includes(': ') ? 'colon' : 'character' });
    }
  }
  const repaired = lines.join('\n');
  return repaired === text ? null : { text: repaired, repairs };
}

/**
 * What stands on a line before a value: a key, the dashes of a list, or spaces where the value begins on a separate line; null
 * where the line has no value.
 */
function headOf(line: string): string | null {
  return (keyed.exec(line) ?? listed.exec(line) ?? alone.exec(line))?.[0] ?? null;
}

const keyed = /^ *(?:- +)*(?:[^\s"'#:[{&*!|>-][^:"']{0,80}|"[^"]*"|'[^']*') *: +(?=[^ ])/;

const listed = /^ *(?:- +)+(?=[^ ])/;

const alone = /^ +(?=["'[{])/;

/** A text between single quotes, in which an apostrophe is doubled. */
export function quote(value: string): string {
  return `'${value.trim().replaceAll("'", "''")}'`;
}

/** A line with one space between its colon and its value; null where that is so, or where the line is no `key: value`. */
function separate(line: string): string | null {
  const [whole, key = ''] =
    /^([A-Za-z][\w-]{0,49})(?:[:：][\u00a0\u2000-\u200b\u202f\u3000\ufeff]+|：\s*|:(?=[^\s:/]))/.exec(line) ?? [];
  if (whole === undefined) return null;
  const isKnown = isKnownName(key) || /[\u00a0\u2000-\u3000\ufeff：]/.test(whole);
  const rest = line.slice(whole.length);
  return isKnown && rest.trim() !== '' ? `${whole.slice(0, whole.search(/[:：]/))}: ${rest.trim()}` : null;
}

function isOpening(value: string): boolean {
  return /^["'[{]/.test(value);
}

/** Whether a value that cannot be read is text on one line. With ` #` it may have been meant to end before that. */
function isText(value: string, head: string): boolean {
  if (/^["'|>&[{#]|\s#/.test(value)) return false;
  // The name of a field inside: a line end may be missing in front of it. A word with a capital is none where keys have none.
  const inner = [...value.matchAll(/\s([A-Za-z][\w-]*):(?=\s|$)/g)];
  return (
    (/:\s|:$/.test(value) || /^[@`%*!]/.test(value)) &&
    !inner.some(([, key = '']) => isKnownName(key) && !(/^[a-z]/.test(head) && /^[A-Z]/.test(key)))
  );
}

/**
 * Indents the further lines of what opens in a line with a quote or a bracket. Gives the line on which it ends; null where it
 * never ends, or would contain a field.
 */
function indentRest(lines: string[], first: number, start: number): number | null {
  const indent = ' '.repeat((/^ */.exec(lines[first] ?? '')?.[0].length ?? 0) + 1);
  const scan = createScan();
  if (scan((lines[first] ?? '').slice(start))) return null;
  for (let i = first + 1; i < Math.min(lines.length, first + maxLines); i++) {
    const line = lines[i] ?? '';
    const key = /^([A-Za-z][\w-]*) *:(?:\s|$)/.exec(line)?.[1];
    if (key !== undefined && isKnownName(key)) return null;
    if (!scan(line)) continue;
    for (let n = first + 1; n <= i; n++) {
      const rest = lines[n] ?? '';
      if (rest.trim() !== '' && !rest.startsWith(indent)) lines[n] = `${indent}${rest.trimStart()}`;
    }
    return i;
  }
  return null;
}

/** No value is longer, and without a limit the time would grow with the square of their number. */
const maxLines = 200;

/** Says for each line whether it closes the quote or bracket that the first one opened. */
function createScan(): (line: string) => boolean {
  let quoted = '';
  let depth = 0;
  return (line) => {
    for (let i = 0; i < line.length; i++) {
      const character = line[i] ?? '';
      if (quoted === '"' && character === '\\') i++;
      else if (quoted !== '') {
        if (character === quoted && quoted === "'" && line[i + 1] === "'") i++;
        else if (character === quoted) quoted = '';
      } else if ((character === '"' || character === "'") && /^$|[\s,[{:]/.test(line[i - 1] ?? '')) quoted = character;
      else if (character === '[' || character === '{') depth++;
      else if (character === ']' || character === '}') depth--;
      if (quoted === '' && depth <= 0) return true;
    }
    return false;
  };
}
