import type { Case, Step } from './case.ts';
import { type Exchange, type ReceivedResponse, send } from './send.ts';
import { isLeaking, validateResponses } from './validate-responses.ts';

/** What one adapter answered in one case. */
export interface Outcome {
  /** To each message, in order. */
  exchanges: readonly Exchange[];
  /** What the contract has otherwise; empty where nothing. */
  problems: readonly string[];
  /** Whether something that needs a key was answered where a case expects none. */
  isLeak: boolean;
}

/** Runs each case against an adapter, several at the same time. The outcomes are in the order of the cases. */
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
      const earlier: ReceivedResponse[] = exchanges.flatMap(({ responses }) => responses);
      const { message, expected }: Step = typeof each === 'function' ? each(earlier) : each;
      const exchange = await send(address, message, isSilent);
      exchanges.push(exchange);
      const found = validateResponses(exchange.responses, expected, message.methods);
      if (exchange.rest.length > 0) found.push(`${exchange.rest.length} bytes that are no response: ${exchange.rest}`);
      problems.push(...found.map((text) => (steps.length === 1 ? text : `step ${index + 1}: ${text}`)));
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  const isLeak = needsKeyCheck && exchanges.some(({ responses, rest }) => isLeaking(responses, rest));
  return {
    exchanges,
    problems: isLeak ? [...problems, 'a response without a key holds an article'] : problems,
    isLeak,
  };
}
