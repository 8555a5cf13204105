import type { Lexer, Tokens } from 'marked';

/**
 * A quote with lines that go on without its marker (CommonMark, "laziness"). Marked reads what it holds again for each of them. Null for
 * other quotes, which marked reads.
 */
export function readLazyQuote(source: string, lexer: Lexer): Tokens.Blockquote | null {
  if (!marker.test(source)) return null;
  const lines: string[] = [];
  const state: State = { fence: null, isHtml: false, isParagraph: false, read: 0 };
  let isLazy = false;
  let end = 0;
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf('\n', at);
    const lineEnd = next === -1 ? source.length : next;
    const line = source.slice(at, lineEnd);
    const [written] = marker.exec(line) ?? [];
    if (written !== undefined) lines.push(withoutMarker(line, written));
    else if (line.trim() === '' || interrupts.test(line) || beginsHtml(line, lexer)) break;
    else {
      for (; state.read < lines.length; state.read++) readLine(lines[state.read] ?? '', state, lexer);
      if (!state.isParagraph) break;
      isLazy = true;
      // With four spaces before it, it underlines nothing.
      lines.push(underline.test(line) ? `    ${line.trimStart()}` : line);
      state.read = lines.length;
    }
    end = lineEnd;
    at = lineEnd + 1;
  }
  if (!isLazy) return null;
  const text = lines.join('\n');
  const { top } = lexer.state;
  lexer.state.top = true;
  const tokens = lexer.blockTokens(text, []);
  lexer.state.top = top;
  return { type: 'blockquote', raw: source.slice(0, end), text, tokens };
}

/** What the lines of a quote leave open. */
interface State {
  fence: string | null;
  isHtml: boolean;
  isParagraph: boolean;
  /** How many lines were read. */
  read: number;
}

function readLine(line: string, state: State, lexer: Lexer): void {
  const text = line.replace(containers, '');
  if (state.fence !== null) {
    if (text.trim().startsWith(state.fence) && /^[`~]+$/.test(text.trim())) state.fence = null;
    state.isParagraph = false;
    return;
  }
  const isBlank = text.trim() === '';
  if (isBlank || state.isHtml) {
    state.isHtml &&= !isBlank;
    state.isParagraph = false;
    return;
  }
  const isStart = !state.isParagraph || text.length < line.trimStart().length;
  state.fence = fence.exec(text)?.[1] ?? null;
  state.isHtml = beginsHtml(text, lexer) || (isStart && /^ {0,3}<\/?[a-z][^<>]*>[ \t]*$/i.test(text));
  const isOther = /^ {0,3}#{1,6}(?:[ \t]|$)/.test(text) || thematicBreak.test(text) || delimiterRow.test(text);
  const isCode = isStart && /^(?: {4}|\t)/.test(text);
  state.isParagraph = state.fence === null && !state.isHtml && !isOther && !isCode;
}

function beginsHtml(line: string, lexer: Lexer): boolean {
  return line.includes('<') && lexer.options.tokenizer?.rules.other.htmlBeginRegex(4).test(line) === true;
}

function withoutMarker(line: string, written: string): string {
  const rest = line.slice(written.length);
  if (rest.startsWith(' ')) return rest.slice(1);
  // A tab reaches up to the next column that is a multiple of four; one column belongs to the marker.
  const tabs = /^\t[ \t]*/.exec(rest)?.[0] ?? '';
  let column = written.length;
  for (const character of tabs) column += character === '\t' ? 4 - (column % 4) : 1;
  return tabs === '' ? rest : ' '.repeat(column - written.length - 1) + rest.slice(tabs.length);
}

const marker = /^ {0,3}>/;

/** Markers of quotes and items inside. */
const containers = /^(?: {0,3}(?:(?:[*+-]|\d{1,9}[.)])[ \t]+|>[ \t]?))+/;

const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

const thematicBreak = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;

const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;

const delimiterRow = /^ {0,3}\|?(?:[:\- ]*\|)+[:\- ]*$/;

/** What ends a paragraph, but for HTML. */
const interrupts = new RegExp(
  `${thematicBreak.source}|${fence.source}|^ {0,3}(?:#{1,6}|[*+-]|\\d{1,9}[.)])(?:[ \\t]|$)`,
);
