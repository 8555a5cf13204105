/** `2026-03-01T09:30:00Z`, from seconds. */
export function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
