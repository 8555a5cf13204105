import fc from 'fast-check';
import type { Grammar } from './grammars.ts';
import { count, fill, type Pattern } from './pattern.ts';

/**
 * Texts of a grammar: some pieces, then one to three again and again, then some. This is the form of every text that makes an
 * expression, or a parser, go back over what it has read.
 */
export function generate(
  { name, file = 'a.md', pieces, toFile = String }: Grammar,
  number: number,
  seed: number,
): Pattern[] {
  const of = (min: number, max: number) =>
    fc.array(fc.constantFrom(...pieces), { minLength: min, maxLength: max }).map((found) => found.join(''));
  const parts = fc.sample(fc.tuple(of(0, 3), of(1, 3), of(0, 3)), { numRuns: number, seed });
  return parts.map(([before, unit, behind]) => ({
    name: `${name}: ${JSON.stringify(before)}, ${JSON.stringify(unit)} again and again, ${JSON.stringify(behind)}`,
    file,
    make: (size) => toFile(before + fill(unit, size - toFile(before + behind).length) + behind),
  }));
}

/** Texts of the pieces of a grammar by chance, and of one again and again, then of another: what opens, and what closes it or does not. */
export function generateMixed(
  { name, file = 'a.md', pieces, toFile = String }: Grammar,
  number: number,
  seed: number,
): Pattern[] {
  const long = fc.array(fc.constantFrom(...pieces), { minLength: 200, maxLength: 400 });
  const short = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 2 });
  const found = fc.sample(fc.tuple(long, short, short), { numRuns: Math.ceil(number / 2), seed });
  return found.flatMap(([all, before, behind]) => {
    const [opening, closing] = [before.join(''), behind.join('')];
    const byChance = (size: number) => {
      // Each round in another order, which is the same at each run.
      let state = seed + all.length;
      return count(size, () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return all[(state >>> 8) % all.length] ?? '';
      }).slice(0, size);
    };
    return [
      {
        name: `${name}: by chance, with ${JSON.stringify(all.slice(0, 3))}`,
        file,
        make: (size) => toFile(byChance(size)),
      },
      {
        name: `${name}: ${JSON.stringify(opening)} again and again, then ${JSON.stringify(closing)}`,
        file,
        make: (size) => toFile(fill(opening, size / 2) + fill(closing, size / 2)),
      },
    ];
  });
}
