/** What would leak or fail. */
export interface Finding {
  /** A file, and where in it; null where it is no matter of a place. */
  file: string;
  line: number | null;
  column: number | null;
  severity: 'error' | 'warning';
  /** What was found, what is expected, how to fix it. */
  message: string;
}

/** Notes findings of one file. */
export type Report = (
  message: string,
  at?: { line: number; column: number } | null,
  severity?: Finding['severity'],
) => void;

/** Adds findings of a file to a list; the same one only once. */
export function reporter(findings: Finding[], file: string): Report {
  return (message, at = null, severity = 'error') => {
    const finding = { file, line: at?.line ?? null, column: at?.column ?? null, severity, message };
    const text = JSON.stringify(finding);
    if (!findings.some((other) => JSON.stringify(other) === text)) findings.push(finding);
  };
}

/** `wrangler.jsonc:12:5 error …`. */
export function toLine({ file, line, column, severity, message }: Finding): string {
  const place = line === null ? file : `${file}:${line}:${column}`;
  return `${place} ${severity} ${message}`;
}
