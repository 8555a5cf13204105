import { maxSlugLength } from '../../../src/core/article.ts';
import { decodePercent } from '../../../src/core/encoding.ts';
import { fits } from '../schema.ts';

/** True for a text that may be a slug as it stands. */
export function isSlug(text: string): boolean {
  return fits('slug', text) && text === text.normalize('NFC');
}

/**
 * The nearest to a slug that a name comes: other characters become `-`, ends are trimmed, the case stays.
 * May be empty, or digits alone.
 */
export function cleanSlug(name: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
    .replace(/-{2,}/g, '-');
  return trimEnds(cutAt(trimEnds(cleaned), maxSlugLength));
}

/** The last segment of an address or path that stands for a page. Null where `addressSegment` is, and where it can be no slug. */
export function lastSegment(address: string): string | null {
  const last = addressSegment(address);
  return last !== null && isSlug(last) ? last : null;
}

/**
 * The last segment of an address or path, decoded (`/2015/x.html` → `x`), whether or not it can be a slug. Null for templates
 * (`/:year/:title/`, `{{ … }}`), addresses of other sites, and the root.
 */
export function addressSegment(address: string): string | null {
  return addressSegments(address).at(-1) ?? null;
}

/** All segments of such an address, decoded; none where there is no last one. */
export function addressSegments(address: string): string[] {
  const [path = ''] = address.trim().split(/[?#]/, 1);
  if (/^[a-z][a-z\d+.-]*:|^\/\/|[{}<>[\]]|(?:^|\/):/i.test(path)) return [];
  const segments = path.split('/').filter((segment) => segment !== '' && !/^index\.html?$/i.test(segment));
  const names = segments.map((segment) => decodeSegment(segment).normalize('NFC'));
  const last = (names.pop() ?? '').replace(/\.html?$/i, '');
  return last === '' ? [] : [...names, last];
}

/** A regular expression would take the square of the length on long runs of delimiters. */
function trimEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isDelimiter(text[start])) start++;
  while (start < end && isDelimiter(text[end - 1])) end--;
  return text.slice(start, end);
}

function isDelimiter(character: string | undefined): boolean {
  return character === '-' || character === '.';
}

/** Never inside a surrogate pair. */
function cutAt(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** A segment of an address without percent-encoding; as it is where that is broken. */
export function decodeSegment(segment: string): string {
  return decodePercent(segment) ?? segment;
}
