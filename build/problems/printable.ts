import { styleText } from 'node:util';

/** The line on which a problem stands. */
export interface SourceLine {
  text: string;
  /** Columns of a terminal before the place of the problem. */
  indent: number;
}

/** Control characters (C0, DEL, C1), and those that turn the direction of writing: a terminal executes them. */
const controls = '\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069';

const control = new RegExp(`[${controls}]`, 'gu');
const controlInLines = new RegExp(`(?![\\n\\t])[${controls}]`, 'gu');
const controlInJson = new RegExp(`(?!\\n)[${controls}]`, 'gu');

/** Bold, dim, red and yellow, and what ends them. */
const styleOrControl = new RegExp(`\u001b\\[(?:1|2|22|31|33|39)m|(?![\\n\\t])[${controls}]`, 'gu');

/** Replaces what a terminal would obey instead of print: the text is one line. */
export function toPrintable(text: string): string {
  return text.replaceAll('\t', ' ').replace(control, '\ufffd');
}

/** The same for lines, which keep the styles of problems where `stream` shows these. */
export function toPrintableLines(text: string, stream: NodeJS.WritableStream): string {
  const isStyled = styleText('red', ' ', { stream }) !== ' ';
  return text.replace(isStyled ? styleOrControl : controlInLines, (found) => (found.length > 1 ? found : '\ufffd'));
}

/** JSON in which such characters are escaped, too. `indent` is the number of spaces of a level; 0 gives one line. */
export function toPrintableJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(controlInJson, toEscape);
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
