import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../src/usage-error.ts';
import { killChildren } from './child.ts';
import { writeArticles } from './data.ts';
import { describeMachine } from './machine.ts';
import { type Options, parseOptions, usage } from './options.ts';
import { runRow } from './run-row.ts';
import { type Summary, summarise, toHeader, toTable } from './table.ts';

try {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) process.stdout.write(usage);
  else await run(options);
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(options: Options): Promise<void> {
  const machine = describeMachine();
  if (machine.wrk === null) throw new UsageError('wrk is not installed, and it makes the load: apt-get install wrk');
  const folder = makeFolder();
  const out = join(folder, 'public');
  if (!options.json) console.log(toHeader(machine, options));
  tell(`writing ${options.articles} articles`);
  const ids = await writeArticles(out, options.articles);
  const summaries: Summary[] = [];
  for (const row of options.rows) {
    const place = { folder, out, ids };
    const rounds = await runRow(row, place, machine, options, (what) => tell(`${row.name}: ${what}`));
    summaries.push(...summarise(rounds));
  }
  tell('');
  const { rounds, seconds, articles } = options;
  const result = { machine, rounds, seconds, articles, summaries };
  process.stdout.write(options.json ? `${JSON.stringify(result, null, 2)}\n` : toTable(summaries));
}

/** A temporary folder that goes when this process does, with all that it has started. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-bench-'));
  process.once('exit', () => {
    killChildren();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const [signal, code] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const, ['SIGHUP', 129] as const]) {
    process.once(signal, () => process.exit(code));
  }
  return folder;
}

/** One line that is overwritten, where somebody looks on. */
function tell(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what}`);
}
