import type { Syntax } from './parse/fence.ts';

/** A key and its value in the syntax of a file, for a problem that says what to write. */
export function writeKey(syntax: Syntax | null, key: string, value: string): string {
  if (syntax === 'toml') return `${key} = ${isBare(value, true) ? value : JSON.stringify(value)}`;
  if (syntax === 'json') return `"${key}": ${isBare(value, false) ? value : JSON.stringify(value)}`;
  return `${key}: ${value}`;
}

/** A list of texts in the syntax of a file: JSON's is read in YAML and TOML as well. Lines have commas alone. */
export function writeList(syntax: Syntax | null, texts: readonly string[]): string {
  const list = texts.map((text) => writeText(syntax, text)).join(', ');
  return syntax === 'lines' ? list : `[${list}]`;
}

/** The texts of a value that is one text: in lines, commas stand between several. */
export function splitList(syntax: Syntax | null, text: string): string[] {
  return syntax === 'lines' ? text.split(',').map((each) => each.trim()) : [text];
}

/** A text of a list. YAML needs quotes where it would read a number, a date, a word for true, or marks of its own. */
export function writeText(syntax: Syntax | null, text: string): string {
  const isPlain = /^\p{L}[\p{L}\p{M}\p{N}_-]*$/u.test(text) && !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text);
  return syntax === 'lines' || (isPlain && (syntax === 'yaml' || syntax === null)) ? text : JSON.stringify(text);
}

/** Whether a value stands without quotes: numbers, booleans, lists, quoted text, and dates in TOML. */
function isBare(value: string, hasDates: boolean): boolean {
  return (
    /^(?:true|false|\d{1,10}|\[.*\]|".*")$/s.test(value) || (hasDates && /^\d{4}-\d\d-\d\d(?:T[\d:]+Z)?$/.test(value))
  );
}
