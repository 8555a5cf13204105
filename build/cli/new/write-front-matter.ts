import type { Syntax } from '../../front-matter/parse/fence.ts';

/** Front matter with its fences, in the language of the neighbours, and an empty line. */
export async function writeFrontMatter(fields: Record<string, unknown>, syntax: Syntax | null): Promise<string> {
  if (syntax === 'json') return `${JSON.stringify(fields, null, 2)}\n\n`;
  if (syntax === 'toml') return `+++\n${toLines(fields, (key, value) => `${key} = ${value}`, toToml)}+++\n\n`;
  if (syntax === 'lines') return `${toLines(fields, (key, value) => `${key}: ${value}`, toBare)}\n`;
  const { stringify } = await import('yaml');
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n`;
}

function toLines(
  fields: Record<string, unknown>,
  toLine: (key: string, value: string) => string,
  toText: (value: unknown) => string,
): string {
  return Object.entries(fields)
    .map(([key, value]) => `${toLine(key, toText(value))}\n`)
    .join('');
}

/** TOML writes dates without quotes; JSON's text, lists, numbers and booleans are TOML's. */
function toToml(value: unknown): string {
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\dZ?)?$/.test(value);
  return isDate ? value : JSON.stringify(value);
}

function toBare(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}
