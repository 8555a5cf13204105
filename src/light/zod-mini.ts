/**
 * Takes the place of `zod/mini` in the bundle of `galley/cloudflare`, where zod would be a third of it: the part of it
 * that the schemas of `src/core` use there, in zod's words, with the same results (`test/light`).
 */

interface Issue {
  message: string;
  path: (string | number)[];
}

type Result = { success: true; data: unknown } | { success: false; error: { issues: Issue[] } };

/** What is wrong with a value; null where nothing is. */
type Check = (value: never) => string | null;

interface Schema {
  safeParse(value: unknown): Result;
  check(...checks: Check[]): Schema;
  /** Adds to `issues`, and gives the value without what is not in the schema. */
  read(value: unknown, issues: Issue[]): unknown;
}

type Read = (value: unknown, issues: Issue[]) => unknown;

function make(read: Read): Schema {
  return {
    read,
    safeParse(value) {
      const issues: Issue[] = [];
      const data = read(value, issues);
      return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
    },
    check(...checks) {
      return make((value, issues) => {
        const before = issues.length;
        const data = read(value, issues);
        if (issues.length > before) return data;
        for (const check of checks) report(check(data as never), issues);
        return data;
      });
    },
  };
}

function report(message: string | null, issues: Issue[]): void {
  if (message !== null) issues.push({ message, path: [] });
}

function ofType(isRight: (value: unknown) => boolean, message = 'Invalid input'): Schema {
  return make((value, issues) => {
    if (!isRight(value)) report(message, issues);
    return value;
  });
}

function readAt(schema: Schema, value: unknown, key: string | number, issues: Issue[]): unknown {
  const before = issues.length;
  const data = schema.read(value, issues);
  for (let i = before; i < issues.length; i++) issues[i]?.path.unshift(key);
  return data;
}

export const string = (): Schema => ofType((value) => typeof value === 'string');
export const boolean = (): Schema => ofType((value) => typeof value === 'boolean');
export const int = (message?: string): Schema => ofType(Number.isSafeInteger, message);
export const literal = (wanted: unknown): Schema => ofType((value) => value === wanted);

export function object(shape: Record<string, Schema>): Schema & { shape: Record<string, Schema> } {
  const members = Object.entries(shape);
  const schema = make((value, issues) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report('Invalid input', issues);
      return value;
    }
    const data: Record<string, unknown> = {};
    for (const [key, schema] of members) {
      const member = readAt(schema, (value as Record<string, unknown>)[key], key, issues);
      if (member !== undefined || key in value) data[key] = member;
    }
    return data;
  });
  return { ...schema, shape };
}

export function array(schema: Schema): Schema {
  return make((value, issues) => {
    if (Array.isArray(value)) return value.map((item, index) => readAt(schema, item, index, issues));
    report('Invalid input', issues);
    return value;
  });
}

export function tuple(schemas: Schema[]): Schema {
  return make((value, issues) => {
    if (Array.isArray(value) && value.length === schemas.length) {
      return schemas.map((schema, index) => readAt(schema, value[index], index, issues));
    }
    report('Invalid input', issues);
    return value;
  });
}

export const optional = (schema: Schema): Schema =>
  make((value, issues) => (value === undefined ? value : schema.read(value, issues)));
export const nullable = (schema: Schema): Schema =>
  make((value, issues) => (value === null ? value : schema.read(value, issues)));

const unless = <T>(isRight: (value: T) => boolean, message = 'Invalid input'): Check =>
  ((value: T) => (isRight(value) ? null : message)) as Check;

export const gte = (bound: number, message?: string): Check => unless((value: number) => value >= bound, message);
export const lte = (bound: number, message?: string): Check => unless((value: number) => value <= bound, message);
export const regex = (pattern: RegExp, message?: string): Check =>
  unless((value: string) => pattern.test(value), message);
