import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../src/usage-error.ts';
import { killChildren } from './child.ts';
import { keepDataSets } from './data-sets.ts';
import { describeMachine } from './machine.ts';
import { type Options, parseOptions, toUsage } from './options.ts';
import { toHeader, toReport } from './report.ts';
import type { Result } from './result.ts';
import type { Row } from './row.ts';
import { rows } from './rows.ts';
import { Skipped } from './skipped.ts';
import { summarise } from './summarise.ts';

try {
  const options = parseOptions(process.argv.slice(2), rows);
  if (options === null) process.stdout.write(toUsage(rows));
  else await run(options);
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(options: Options): Promise<void> {
  const { rows: asked, ...settings } = options;
  const started = performance.now();
  const machine = describeMachine();
  if (machine.wrk === null) throw new UsageError('wrk is not installed, and it makes the load: apt-get install wrk');
  const folder = makeFolder(options.dir);
  if (!options.json) console.log(toHeader(machine, options));
  const result: Result = { comparisons: [], figures: [], growths: [], skipped: [] };
  const dataSet = keepDataSets(folder, report);
  for (const row of asked) {
    const own = join(folder, row.name);
    mkdirSync(own);
    try {
      await row.run({
        options,
        machine,
        folder: own,
        result,
        dataSet,
        report: (what) => report(`${row.name}: ${what}`),
        log,
        skip: (why) => void result.skipped.push({ row: row.name, why }),
      });
    } catch (error) {
      skip(row, error, result);
    }
    rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  }
  report('');
  const comparisons = result.comparisons.map((comparison) => ({ ...comparison, summaries: summarise(comparison) }));
  const minutes = (performance.now() - started) / 60_000;
  const all = { machine, options: settings, minutes, ...result, comparisons };
  process.stdout.write(options.json ? `${JSON.stringify(all, null, 2)}\n` : toReport(result));
  if (!options.json) console.log(`\nThe run took ${minutes.toFixed(0)} minutes.`);
}

/** A row that fails does not keep the others from being run, but the run as a whole has failed. */
function skip({ name }: Row, error: unknown, { skipped }: Result): void {
  if (error instanceof Skipped) skipped.push({ row: name, why: error.message });
  else {
    skipped.push({ row: name, why: `failed: ${String(error).split('\n')[0]}` });
    console.error(error);
    process.exitCode = 1;
  }
}

/** A temporary folder that goes when this process does, with all that it has started. */
function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'galley-bench-'));
  process.once('exit', () => {
    killChildren();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const [signal, code] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const, ['SIGHUP', 129] as const]) {
    process.once(signal, () => process.exit(code));
  }
  return folder;
}

function log(line: string): void {
  report('');
  process.stderr.write(`${line}\n`);
}

/** One line that is overwritten, where somebody looks on. */
function report(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what}`);
}
