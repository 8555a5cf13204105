import type { FrontMatterValue } from '../../front-matter/parsed-file.ts';
import type { Problem } from '../../problems/problem.ts';
import { type Addresses, resolveAddress } from './resolve-address.ts';

/** The absolute address of a header image; null, and a problem, where it leads nowhere. */
export function toImageUrl(
  { value, line, column }: FrontMatterValue,
  path: string,
  addresses: Addresses,
  problems: Problem[],
): string | null {
  const text = String(value).trim();
  if (/^(?:https?:)?\/\//i.test(text) && URL.canParse(text, 'https://localhost')) {
    return new URL(text, 'https://localhost').href;
  }
  const found: Problem[] = [];
  const at = { line, column };
  const address = resolveAddress(addresses, path, text, 'image', at, (_, make) => found.push({ ...make(), path }));
  if (address !== null) return address;
  // One of the website's, which need not be in this folder.
  if (text.startsWith('/')) return new URL(text, `${addresses.site}/`).href;
  problems.push(...found);
  return null;
}
