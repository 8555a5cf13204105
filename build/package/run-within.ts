import { createContext, Script } from 'node:vm';
import { lazy } from './lazy.ts';

const context = lazy(() => createContext({ run: () => {} }));

const script = lazy(() => new Script('run()'));

/**
 * What a function returns that may be given anything, such as expressions of other people. Null where it takes longer
 * than some milliseconds, does not end, or is given what is too deep or no expression.
 */
export function runWithin<Result>(milliseconds: number, run: () => Result): Result | null {
  let result: Result | null = null;
  const all = context();
  all.run = () => {
    result = run();
  };
  try {
    script().runInContext(all, { timeout: Math.max(1, Math.ceil(milliseconds)) });
  } catch (error) {
    const isLate = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (!isLate && !(error instanceof RangeError) && !(error instanceof SyntaxError)) throw error;
  }
  return result;
}
