import { join } from 'node:path';
import { toSite } from '../../src/adapters/node/address.ts';
import { detectDialects, headerFinders } from '../dialects/index.ts';
import type { BuildResult } from '../pipeline/options.ts';
import type { Autofix } from '../problems/problem.ts';
import { toAnnotation } from '../problems/to-annotation.ts';
import { createLocator } from '../source/read-real.ts';
import { buildWithProgress } from './build.ts';
import { count } from './figures.ts';
import type { Output } from './output.ts';
import { printProblems } from './print-problems.ts';
import { countProblems, printSummary, toInvalidText, withFullPaths } from './report.ts';
import type { Config } from './settings.ts';
import { writeNames } from './write-names.ts';

export interface CheckFlags {
  format?: 'text' | 'json' | 'github';
  /** Fixes what has only one fix. */
  fix?: boolean;
  /** Warnings that are allowed; any number by default. */
  maxWarnings?: number;
  all?: boolean;
}

/** What was written into a file. */
type Fixed = { path: string } & Autofix;

/** `galley check`: finds every problem and writes no release. 1 where there are errors, or more warnings than are allowed. */
export async function runCheck(config: Config, options: CheckOptions, output: Output): Promise<0 | 1> {
  const { format, fix, maxWarnings } = options;
  const look = (): Promise<BuildResult> =>
    buildWithProgress(config, config.site ?? toSite(config.host, config.port), output, {
      quiet: format !== 'text',
      write: 'nothing',
    });
  let result = await look();
  const fixed = fix ? await fixAll(result, config, output) : [];
  if (fixed.length > 0) result = await look();
  const errors = result.problems.filter(({ severity }) => severity === 'error').length;
  const warnings = result.problems.length - errors;
  print(result, fixed, config, options, output);
  if (warnings > maxWarnings && format === 'text') {
    output.printError(`${count(warnings, 'warning')}, and at most ${maxWarnings} are allowed (--max-warnings).`);
  }
  return errors > 0 || warnings > maxWarnings ? 1 : 0;
}

function print(
  result: BuildResult,
  fixed: readonly Fixed[],
  config: Config,
  { format, all = false }: CheckFlags,
  output: Output,
): void {
  const { written: _, refused: __, changes: ___, ...found } = result;
  if (format === 'json') {
    const [problems, invalid] = [withFullPaths(result.problems, config), withFullPaths(result.invalid, config)];
    output.printJson({ ...found, problems, invalid, fixed: withFullPaths(fixed, config) });
  } else if (format === 'github') {
    for (const problem of result.problems) output.print(toAnnotation(problem, config.content.root));
  } else {
    printProblems(result, config, all, output);
    for (const { path, ...names } of fixed)
      output.print(`Wrote ${toWords(names)} into ${join(config.content.root, path)}.`);
    printSummary(result, [toInvalidText(result, config, all, output)], output);
  }
}

/** Fixes what has one right answer. A file in which more than that would change is left as it is, and reported. */
async function fixAll({ problems }: BuildResult, { content, dialects }: Config, output: Output): Promise<Fixed[]> {
  const fixed: Fixed[] = [];
  const finders = headerFinders(detectDialects(content.root, dialects));
  const locate = createLocator(content.root, content.folders);
  for (const { path, autofix } of problems) {
    if (autofix === undefined) continue;
    const written = await writeNames(locate(path), autofix, finders);
    if (written === 'written') fixed.push({ path, ...autofix });
    else output.printError(`${join(content.root, path)}: ${written} Write ${toWords(autofix)} into it yourself.`);
  }
  return fixed;
}

function toWords({ id, alias }: Autofix): string {
  const words = [...(id === undefined ? [] : [`the id ${id}`]), ...(alias === undefined ? [] : [`the alias ${alias}`])];
  return words.join(' and ');
}
