/** What stands at the top of a text: no front matter, front matter of a language, or front matter that never ends. */
export type Fence =
  | { kind: 'none' }
  | { kind: 'unclosed'; line: number }
  | { kind: 'language'; line: number; language: string }
  | {
      kind: 'yaml';
      /** 1-based line of the opening `---`. */
      line: number;
      /** The lines between the fences, each with its line end. */
      header: string;
      /** The text after the line of the closing fence. */
      body: string;
      /** 1-based line on which `body` starts. */
      bodyLine: number;
    };

/**
 * Finds front matter at the top of a text with LF line ends; blank lines may stand before it.
 * `---` closes it, or `...` as in Jekyll. A `---` with nothing like `key:` below it is a thematic break.
 */
export function findFence(text: string): Fence {
  const skipped = /^\s*\n/.exec(text)?.[0] ?? '';
  const rest = text.slice(skipped.length);
  const line = countLines(skipped) + 1;
  const opening = lineAt(rest, 0).trimEnd();
  const headerStart = rest.indexOf('\n') + 1 || rest.length;
  const closing = findClosing(rest, headerStart);

  const language = findLanguage(opening, rest, closing !== null);
  if (language !== null) return { kind: 'language', line, language };
  if (!/^---(?:[ \t]*ya?ml)?$/i.test(opening)) return { kind: 'none' };
  if (closing === null) return opensKey(rest.slice(headerStart)) ? { kind: 'unclosed', line } : { kind: 'none' };

  const header = rest.slice(headerStart, closing.start);
  if (isThematicBreak(header)) return { kind: 'none' };
  const bodyLine = line + countLines(rest.slice(0, closing.end)) + 1;
  return { kind: 'yaml', line, header, body: rest.slice(closing.end + 1), bodyLine };
}

/** Hugo's and Zola's `+++`, Hugo's unfenced JSON, and the `---toml` of gray-matter. */
function findLanguage(opening: string, rest: string, closed: boolean): string | null {
  if (opening === '+++') return 'TOML';
  if (opening === ';;;' || /^\{\s*"[^"\n]*"\s*:/.test(rest)) return 'JSON';
  const name = /^---[ \t]*([a-z][\w.+-]*)$/i.exec(opening)?.[1];
  if (name === undefined || /^ya?ml$/i.test(name)) return null;
  // Of a lone `---word` only known languages are meant as one: the rest is prose.
  return closed || /^(?:js|javascript|json5?|toml|coffee|cson)$/i.test(name) ? name : null;
}

function findClosing(text: string, from: number): { start: number; end: number } | null {
  let start = from;
  while (start < text.length) {
    const line = lineAt(text, start);
    const end = start + line.length;
    if (/^(?:---|\.\.\.)\s*$/.test(line)) return { start, end };
    start = end + 1;
  }
  return null;
}

function isThematicBreak(header: string): boolean {
  return /^[ \t]*\n/.test(header) && header.trim() !== '' && !opensKey(header);
}

/** True when the first line that is neither blank nor a comment begins with `key:` or a flow mapping. */
function opensKey(header: string): boolean {
  const first = /^(?:[ \t]*(?:#[^\n]*)?\n)*([^\n]*)/.exec(header)?.[1] ?? '';
  return /^\s*(?:["']?[^\s"':]+["']?[ \t]*:(?:\s|$)|\{)/.test(first);
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end);
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
