import { join } from 'node:path';
import { UsageError } from '../../../src/usage-error.ts';
import type { Pattern } from '../../adversarial/pattern.ts';
import { patterns } from '../../adversarial/patterns.ts';
import { buildFile, type FileBuild } from '../adversarial/build-file.ts';
import { toLogLine } from '../adversarial/report.ts';
import { allowed, type PatternResult, validateGrowth } from '../adversarial/validate-growth.ts';
import type { Context, Row } from '../row.ts';

export const adversarialRow: Row = {
  name: 'adversarial',
  group: 'adversarial',
  about: 'files that are made to take long (test/adversarial), each at four sizes in a process of its own',
  isExtra: true,
  run,
};

async function run({ options, folder, result, report, log }: Context): Promise<void> {
  const asked = patterns.filter(
    ({ name }) => options.patterns.length === 0 || options.patterns.some((part) => name.includes(part)),
  );
  if (asked.length === 0) throw new UsageError(`No pattern has a name with ${options.patterns.join(' or ')}.`);
  const base = await buildFile(join(folder, 'base'), '---\ndate: 2026-01-01\n---\nText.\n', { seconds: 60, peak: 1e9 });
  const done: PatternResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < asked.length; index = next++) {
      const pattern = asked[index] ?? { name: '', make: () => '' };
      const { name } = pattern;
      report(`${index + 1} of ${asked.length}, ${name}`);
      const validated = validateGrowth(
        name,
        await buildAll(join(folder, String(index)), pattern, options.size, base),
        base,
      );
      done[index] = validated;
      log(`${index + 1} of ${asked.length}  ${toLogLine(validated)}`);
    }
  };
  // What is measured is the time of a processor, so that two at once do not disturb each other.
  await Promise.all([work(), work()]);
  result.patterns.push(...done);
}

/** From small to large, up to the first that is not waited for. */
async function buildAll(
  folder: string,
  { file, make }: Pattern,
  largest: number,
  base: FileBuild,
): Promise<FileBuild[]> {
  const builds: FileBuild[] = [];
  for (const size of [largest / 64, largest / 16, largest / 4, largest].map(Math.floor)) {
    // The front matter of a body and a last repetition come on top.
    const text = make(Math.floor(size * 0.99) - 100);
    const limit = allowed(size, base);
    const build = await buildFile(folder, text, { seconds: 2 * limit.seconds, peak: 1.5 * limit.peak }, file);
    builds.push(build);
    if (build.end === 'stopped' || build.end === 'crash') break;
  }
  return builds;
}
