import { type Difference, differences } from './differences.ts';
import { compare } from './judge.ts';
import type { Outcome } from './run-cases.ts';

/**
 * What is wrong with a door's answers in one case, by the contract and beside the Node door's, save what is listed as its
 * difference. Puts entries of the list that were needed into `used`.
 */
export function findUnlisted(
  target: string,
  name: string,
  own: Outcome,
  reference: Outcome,
  used: Set<unknown>,
): string[] {
  const listed = differences.filter((each) => each.target === target && each.cases.test(name));
  const whole = listed.find(isWhole);
  const problems = [...own.problems, ...compareAll(own, reference)];
  if (whole !== undefined) {
    if (problems.length > 0) used.add(whole);
    const answers = own.exchanges.flatMap(({ answers }) => answers);
    const statuses = answers.length === 0 ? ['none' as const] : answers.map(({ status }) => status);
    const others = statuses.filter((status) => !whole.differs.statuses.includes(status));
    return [...others.map((status) => `status ${status}, listed ${whole.differs.statuses}`), ...leak(own)];
  }
  return problems.filter((problem) => {
    const known = listed.find(
      ({ differs }) => 'header' in differs && problem.replace(/^step \d+: /, '').startsWith(`${differs.header}: `),
    );
    if (known !== undefined) used.add(known);
    return known === undefined;
  });
}

type Whole = Difference & { differs: { statuses: readonly (number | 'none')[] } };

function isWhole(difference: Difference): difference is Whole {
  return 'statuses' in difference.differs;
}

function leak({ isLeak }: Outcome): string[] {
  return isLeak ? ['an answer without a key holds an article'] : [];
}

function compareAll(own: Outcome, reference: Outcome): string[] {
  const count = Math.max(own.exchanges.length, reference.exchanges.length);
  return Array.from({ length: count }, (_, step) => {
    return compare(own.exchanges[step]?.answers ?? [], reference.exchanges[step]?.answers ?? []);
  }).flat();
}
