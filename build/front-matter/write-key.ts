import type { Syntax } from './parse/fence.ts';

/** A key and its value as front matter of a file would have them, for what to write in place of something. */
export function writeKey(syntax: Syntax | null, key: string, value: string): string {
  if (syntax === 'toml') return `${key} = ${isBare(value, true) ? value : JSON.stringify(value)}`;
  if (syntax === 'json') return `"${key}": ${isBare(value, false) ? value : JSON.stringify(value)}`;
  return `${key}: ${value}`;
}

/** What is no text: TOML has dates beside numbers and switches. */
function isBare(value: string, hasDates: boolean): boolean {
  return (
    /^(?:true|false|\d{1,10}|\[.*\]|".*")$/s.test(value) || (hasDates && /^\d{4}-\d\d-\d\d(?:T[\d:]+Z)?$/.test(value))
  );
}
