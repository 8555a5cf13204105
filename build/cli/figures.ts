/** `1 file`, `2,000 files`. */
export function count(value: number, noun: string): string {
  return `${toDigits(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** `2,000`: loading Intl takes longer than most builds. */
export function toDigits(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `12.3 kB`, `1.2 MB`. */
export function toSize(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `2026-03-01T09:30:00Z`, from seconds. */
export function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** Seconds since 1970-01-01T00:00:00Z. */
export function clock(): number {
  return Math.floor(Date.now() / 1000);
}

/** The start of a release's id, which is enough to name it. */
export function toShortId(release: string): string {
  return release.slice(0, 12);
}

/** The command that builds into the folder `out`. */
export function toBuildCommand(out: string): string {
  return out === 'public' ? 'galley build' : `galley build --out ${/\s/.test(out) ? JSON.stringify(out) : out}`;
}

/** `a, b, c and 2 more`. */
export function toWordList(items: readonly string[], maxItems: number): string {
  const more = items.length - maxItems;
  return `${items.slice(0, maxItems).join(', ')}${more > 0 ? ` and ${toDigits(more)} more` : ''}`;
}
