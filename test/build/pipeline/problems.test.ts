import { expect, test } from 'vitest';
import { capProblems, collectProblems, maxAlike } from '../../../build/problems/cap-problems.ts';
import { inWords } from '../../support/in-words.ts';

const texts = { found: 'a', expected: 'b', fix: 'c' };
const broken = { code: 'broken-link', severity: 'warning', facts: texts } as const;
const missing = { code: 'missing-image', severity: 'warning', facts: texts } as const;

test('of each kind as many as are kept, the last of which counts the others', () => {
  const many = Array.from({ length: maxAlike + 20 }, (_, i) => ({ ...broken, facts: { ...texts, found: `${i}` } }));
  const kept = capProblems([...many, missing, { ...broken, severity: 'error' as const }]);
  expect(kept).toHaveLength(maxAlike + 2);
  expect(inWords(kept)[maxAlike - 1]?.found).toBe(`${maxAlike - 1} (and 20 more of this kind)`);
  expect(kept.slice(maxAlike)).toEqual([missing, { ...broken, severity: 'error' }]);
  expect(capProblems(kept)).toEqual(kept);
  // As where others are reported before these.
  expect(inWords(capProblems([...kept.slice(0, maxAlike), broken])).at(-1)?.found).toContain(
    '(and 21 more of this kind)',
  );
});

test('no more are counted where there are none', () => {
  const few = Array.from({ length: maxAlike }, () => broken);
  expect(capProblems(few)).toEqual(few);
});

test('only what is kept is made', () => {
  const { report, problems } = collectProblems<typeof broken>();
  let made = 0;
  for (let i = 0; i < 1000; i++) {
    report(broken, () => {
      made++;
      return broken;
    });
  }
  expect([made, problems().length]).toEqual([maxAlike, maxAlike]);
});

test('what is as long as a file is cut', () => {
  const [cut] = capProblems([{ ...broken, facts: { ...texts, found: 'a'.repeat(5000) } }]);
  expect(cut && 'found' in cut.facts && cut.facts.found).toBe(`${'a'.repeat(1000)}…`);
});
