/** A whole number as people read it: 10,000. */
export function toCount(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
