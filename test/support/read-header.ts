import { expect } from 'vitest';
import { headerFinders } from '../../build/dialects/index.ts';
import { parseFile } from '../../build/front-matter/parse/parse-file.ts';
import type { ParsedFile } from '../../build/front-matter/parsed-file.ts';

const source = { path: 'a.md', file: '/a.md' };

function parse(text: string, off: readonly string[]) {
  return parseFile(source, new TextEncoder().encode(text), headerFinders({ detected: [], off }));
}

/** A file as it is parsed without the dialects in `off`; it must have no problem but that its header has no fences. */
export function readHeader(text: string, off: readonly string[] = []): ParsedFile {
  const { value, problems } = parse(text, off);
  expect(problems.filter(({ code }) => code !== 'front-matter-unfenced')).toEqual([]);
  if (value === null) throw new Error('It was not read.');
  return value;
}

/** Where the body of a text begins. */
export function expectBody(text: string, body: string, bodyLine: number): void {
  expect(readHeader(text)).toMatchObject({ ...source, body, bodyLine });
}

/** Keys and values; each stands in the text where the parser says. */
export function expectValues(text: string, values: Record<string, unknown>): void {
  const { frontMatter } = readHeader(text);
  expect(Object.fromEntries([...frontMatter].map(([key, { value }]) => [key, value]))).toEqual(values);
  for (const [key, { line, column, source: written, key: at }] of frontMatter) {
    const whole = text.split('\n')[line - 1] ?? '';
    if (written !== null) expect(whole.slice(column - 1)).toContain(written);
    expect(whole.slice((at?.column ?? 1) - 1)).toContain(key);
  }
}

/** Without its dialect, such a header is text. */
export function expectText(name: string, text: string): void {
  expect(readHeader(text).frontMatter.size).toBeGreaterThan(0);
  expect(readHeader(text, [name])).toMatchObject({ frontMatter: new Map(), body: text, bodyLine: 1 });
}

/** Without its dialect, such a header is reported, since it can hardly be text. */
export function expectReported(name: string, text: string): void {
  const { value, problems } = parse(text, [name]);
  expect(value).toBeNull();
  expect(problems.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(['1:1 front-matter-unfenced']);
}
