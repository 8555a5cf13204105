import type { Syntax } from './parse/fence.ts';

/** A key and its value in the syntax of a file, for a problem that says what to write. */
export function writeKey(syntax: Syntax | null, key: string, value: string): string {
  if (syntax === 'toml') return `${key} = ${isBare(value, true) ? value : JSON.stringify(value)}`;
  if (syntax === 'json') return `"${key}": ${isBare(value, false) ? value : JSON.stringify(value)}`;
  return `${key}: ${value}`;
}

/** Whether a value stands without quotes: numbers, booleans, lists, quoted text, and dates in TOML. */
function isBare(value: string, hasDates: boolean): boolean {
  return (
    /^(?:true|false|\d{1,10}|\[.*\]|".*")$/s.test(value) || (hasDates && /^\d{4}-\d\d-\d\d(?:T[\d:]+Z)?$/.test(value))
  );
}
