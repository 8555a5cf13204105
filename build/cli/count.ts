/** `1 file`, `2,000 files`. */
export function count(value: number, noun: string): string {
  return `${toDigits(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** `2,000`: loading Intl takes longer than most builds. */
export function toDigits(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
