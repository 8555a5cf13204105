import type { FrontMatterValue } from '../../front-matter/parsed-file.ts';
import type { Problem } from '../../problems/problem.ts';
import { type Addresses, resolveAddress } from './resolve-address.ts';

/** The absolute address of a header image; null, and a problem, where there is no such picture. */
export function toImageUrl(
  { value, line, column }: FrontMatterValue,
  path: string,
  addresses: Addresses,
): { value: string | null; problems: Problem[] } {
  const text = String(value).trim();
  if (/^(?:https?:)?\/\//i.test(text) && URL.canParse(text, 'https://localhost')) {
    return { value: new URL(text, 'https://localhost').href, problems: [] };
  }
  const found = resolveAddress(addresses, path, text, 'image', { line, column });
  if (found.value !== null) return { value: found.value, problems: [] };
  // One of the website's, which need not be in this folder.
  if (text.startsWith('/')) return { value: new URL(text, `${addresses.site}/`).href, problems: [] };
  return { value: null, problems: found.problems.map((problem) => ({ ...problem, path })) };
}
