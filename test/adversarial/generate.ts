import fc from 'fast-check';
import type { Grammar } from './grammars.ts';
import { fill, type Pattern } from './pattern.ts';

/**
 * Texts of a grammar: some pieces, then one to three again and again, then some. This is the form of every text that makes an
 * expression, or a parser, go back over what it has read.
 */
export function generate(
  { name, file = 'a.md', pieces, toFile = String }: Grammar,
  count: number,
  seed: number,
): Pattern[] {
  const of = (min: number, max: number) =>
    fc.array(fc.constantFrom(...pieces), { minLength: min, maxLength: max }).map((found) => found.join(''));
  const parts = fc.sample(fc.tuple(of(0, 3), of(1, 3), of(0, 3)), { numRuns: count, seed });
  return parts.map(([before, unit, behind]) => ({
    name: `${name}: ${JSON.stringify(before)}, ${JSON.stringify(unit)} again and again, ${JSON.stringify(behind)}`,
    file,
    make: (size) => toFile(before + fill(unit, size - toFile(before + behind).length) + behind),
  }));
}
