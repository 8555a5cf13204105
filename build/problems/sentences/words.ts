/** What a problem says. */
export interface Words {
  /** What stands there. */
  found: string;
  /** What should stand there. */
  expected: string;
  /** What to do about it, as an instruction. */
  fix: string;
}

/** Characters of a text in a problem: it may quote the file, which may be long. */
export const maxTextLength = 1000;

/** A text that is cut off if it is longer, never inside a surrogate pair. */
export function clipText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** After what is reported once for each kind. */
export function toTimes(times: number): string {
  return times > 1 ? ` (${times} times)` : '';
}
