import type { Case, Step } from './case.ts';
import { isLeaking, judge } from './judge.ts';
import { type Answered, type Exchange, send } from './send.ts';

/** What one door answered in one case. */
export interface Outcome {
  /** To each message, in order. */
  exchanges: readonly Exchange[];
  /** What the contract has otherwise; empty where nothing. */
  problems: readonly string[];
  /** Whether something that needs a key was answered where a case expects none. */
  isLeak: boolean;
}

/** Runs each case against a door, so many at the same time. The outcomes are in the order of the cases. */
export async function runCases(address: string, cases: readonly Case[], atOnce = 12): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let own = next++; own < cases.length; own = next++) outcomes[own] = await runCase(address, cases[own] as Case);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

/** Runs the steps of one case one after the other. */
export async function runCase(address: string, { steps, needsKeyCheck, isSilent = false }: Case): Promise<Outcome> {
  const exchanges: Exchange[] = [];
  const problems: string[] = [];
  try {
    for (const [index, each] of steps.entries()) {
      const earlier: Answered[] = exchanges.flatMap(({ answers }) => answers);
      const { message, expected }: Step = typeof each === 'function' ? each(earlier) : each;
      const exchange = await send(address, message, isSilent);
      exchanges.push(exchange);
      const found = judge(exchange.answers, expected, message.methods);
      if (exchange.rest.length > 0) found.push(`${exchange.rest.length} bytes that are no answer: ${exchange.rest}`);
      problems.push(...found.map((text) => (steps.length === 1 ? text : `step ${index + 1}: ${text}`)));
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  const isLeak = needsKeyCheck && exchanges.some(({ answers, rest }) => isLeaking(answers, rest));
  return { exchanges, problems: isLeak ? [...problems, 'an answer without a key holds an article'] : problems, isLeak };
}
