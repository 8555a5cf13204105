/** What would leak or fail. */
export interface Finding {
  file: string;
  /** Null where it is about the file as a whole. */
  line: number | null;
  column: number | null;
  severity: 'error' | 'warning';
  /** What was found, what is expected, how to fix it. */
  message: string;
}

/** Reports what is wrong with a file, and where in it. */
export type Report = (
  file: string,
  message: string,
  at?: { line: number; column: number } | null,
  severity?: Finding['severity'],
) => void;

/** Adds what is reported to a list; the same finding only once. */
export function reportTo(findings: Finding[]): Report {
  return (file, message, at = null, severity = 'error') => {
    const finding = { file, line: at?.line ?? null, column: at?.column ?? null, severity, message };
    const text = JSON.stringify(finding);
    if (!findings.some((other) => JSON.stringify(other) === text)) findings.push(finding);
  };
}

/** `wrangler.jsonc:12:5 error …`. */
export function toFindingLine({ file, line, column, severity, message }: Finding): string {
  return `${line === null ? file : `${file}:${line}:${column}`} ${severity} ${message}`;
}
