import { type Difference, isAbout } from './difference.ts';
import { differences } from './differences.ts';
import type { Outcome } from './run-cases.ts';
import type { TargetRun } from './run-target.ts';
import type { Titled } from './suites.ts';
import { compare } from './validate-responses.ts';

/** What an adapter's responses in one case are found to be. */
export interface Finding {
  /** What is wrong by the contract, and beside the Node adapter, except what is listed as a difference. */
  unlisted: readonly string[];
  /** Entries of the list that were needed. */
  listed: readonly Difference[];
  /** Entries about this case that were not needed. */
  unused: readonly Difference[];
}

/** What is found in each case of a run. */
export function findAll(target: string, run: TargetRun, reference: TargetRun, titled: readonly Titled[]): Finding[] {
  return titled.map(({ name, suite, index }) => {
    const [own, others] = [run.outcomes[suite][index], reference.outcomes[suite][index]];
    if (own === undefined || others === undefined) throw new Error(`${name} was not asked.`);
    return findUnlisted(target, name, own, others);
  });
}

export function findUnlisted(target: string, name: string, own: Outcome, reference: Outcome): Finding {
  const about = differences.filter((each) => isAbout(each, target, name));
  const whole = about.find(isWhole);
  const problems = [...own.problems, ...compareAll(own, reference, isCompressedLate.test(name))];
  const listed = new Set<Difference>();
  const unlisted = whole === undefined ? problems.filter(isUnlisted) : checkWhole(whole);
  // Single headers are not compared where the response differs as a whole, or there is none.
  const hasResponded = own.exchanges.some(({ responses }) => responses.length > 0);
  const needed = whole === undefined && hasResponded ? about : about.filter(isWhole);
  return { unlisted, listed: [...listed], unused: needed.filter((each) => !listed.has(each)) };

  function isUnlisted(problem: string): boolean {
    const known = about.find(
      ({ differs }) => 'header' in differs && toPlain(problem).startsWith(`${differs.header}: `),
    );
    if (known !== undefined) listed.add(known);
    return known === undefined;
  }

  function checkWhole(whole: Whole): string[] {
    if (problems.length > 0) listed.add(whole);
    const { statuses } = whole.differs;
    const responses = own.exchanges.flatMap(({ responses }) => responses);
    const found = responses.length === 0 ? ['none' as const] : responses.map(({ status }) => status);
    const others = found.filter((status) => !statuses.includes(status));
    const leak = own.isLeak ? ['a response without a key holds an article'] : [];
    return [...others.map((status) => `status ${status}, listed ${statuses}`), ...leak];
  }
}

type Whole = Difference & { differs: { statuses: readonly (number | 'none')[] } };

function isWhole(difference: Difference): difference is Whole {
  return 'statuses' in difference.differs;
}

function toPlain(problem: string): string {
  return problem.replace(/^step \d+: /, '');
}

/** Names of cases whose responses may be compressed when they are asked for. */
const isCompressedLate = /exclude_html|\bheads\b|^Markdown: /;

function compareAll(own: Outcome, reference: Outcome, isCompressedOnRequest: boolean): string[] {
  const count = Math.max(own.exchanges.length, reference.exchanges.length);
  return Array.from({ length: count }, (_, step) => {
    return compare(
      own.exchanges[step]?.responses ?? [],
      reference.exchanges[step]?.responses ?? [],
      isCompressedOnRequest,
    );
  }).flat();
}
