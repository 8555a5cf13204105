import { join } from 'node:path';
import { toSite } from '../../src/adapters/node/address.ts';
import type { BuildResult } from '../pipeline/options.ts';
import type { Autofix } from '../problems/problem.ts';
import { toAnnotation } from '../problems/to-annotation.ts';
import { createLocator } from '../source/read-real.ts';
import { buildWithProgress } from './build.ts';
import type { Config } from './config.ts';
import { count } from './count.ts';
import { toInvalidText } from './invalid-text.ts';
import type { Output } from './output.ts';
import { printProblems, toCounts, toDialects, withFullPaths } from './report.ts';
import { writeNames } from './write-names.ts';

export interface CheckOptions {
  format: 'text' | 'json' | 'github';
  /** Fixes what has one right answer. */
  fix: boolean;
  /** Warnings that are allowed. */
  maxWarnings: number;
  isAll: boolean;
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
  const fixed = fix ? await fixAll(result, config.content, output) : [];
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
  { format, isAll }: CheckOptions,
  output: Output,
): void {
  const { written: _, refused: __, changes: ___, ...found } = result;
  if (format === 'json') {
    const [problems, invalid] = [withFullPaths(result.problems, config), withFullPaths(result.invalid, config)];
    output.printJson({ ...found, problems, invalid, fixed: withFullPaths(fixed, config) });
  } else if (format === 'github') {
    for (const problem of result.problems) output.print(toAnnotation(problem, config.content.root));
  } else {
    printProblems(result, config, { isAll }, output);
    for (const { path, ...names } of fixed)
      output.print(`Wrote ${toWords(names)} into ${join(config.content.root, path)}.`);
    const texts = [`${toCounts(result)}.`, toDialects(result), toInvalidText(result, config, isAll, output)];
    output.print(
      texts
        .filter((text) => text !== '')
        .join('\n')
        .trimEnd(),
    );
  }
}

/** Fixes what has one right answer. A file in which more than that would change is left as it is, and reported. */
async function fixAll({ problems }: BuildResult, content: Config['content'], output: Output): Promise<Fixed[]> {
  const fixed: Fixed[] = [];
  const locate = createLocator(content.root, content.folders);
  for (const { path, autofix } of problems) {
    if (autofix === undefined) continue;
    const written = await writeNames(locate(path), autofix);
    if (written === 'written') fixed.push({ path, ...autofix });
    else output.printError(`${join(content.root, path)}: ${written} Write ${toWords(autofix)} into it yourself.`);
  }
  return fixed;
}

function toWords({ id, alias }: Autofix): string {
  const words = [...(id === undefined ? [] : [`the id ${id}`]), ...(alias === undefined ? [] : [`the alias ${alias}`])];
  return words.join(' and ');
}
