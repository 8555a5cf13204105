import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { UsageError } from '../../src/usage-error.ts';
import type { Row } from './row.ts';

export interface Options {
  rows: Row[];
  /** How often each server or program is run in each row. */
  rounds: number;
  /** How long each server is loaded each time. */
  seconds: number;
  /** Articles of most rows. */
  articles: number;
  /** Ten times and a tenth of them, for what should not depend on their number. */
  many: number;
  few: number;
  /** Where everything temporary goes. */
  dir: string;
  json: boolean;
}

/** Reads the command line; null where help is asked for. Throws `UsageError`. */
export function parseOptions(args: string[], rows: readonly Row[]): Options | null {
  const { values, positionals } = parse(args);
  if (values.help === true) return null;
  const articles = toCount('articles', values.articles ?? '10000', 1000);
  return {
    rows: positionals.length === 0 ? rows.filter(({ isExtra }) => isExtra !== true) : select(positionals, rows),
    rounds: toCount('rounds', values.rounds ?? '5', 1),
    seconds: toCount('seconds', values.seconds ?? '2', 1),
    articles,
    many: articles * 10,
    few: Math.floor(articles / 10),
    dir: values.dir ?? tmpdir(),
    json: values.json === true,
  };
}

/** The help, which lists the rows. */
export function toUsage(rows: readonly Row[]): string {
  return `npm run bench -- [NAME…] [--rounds N] [--seconds S] [--articles N] [--dir DIR] [--json]

Runs Galley and its rivals in turn, compares their responses, and prints how they and the targets compare.

NAME is a row or a group. None is all of them but million and adapters:
${rows.map(({ name, group, about }) => `  ${name.padEnd(31)}${group.padEnd(13)}${about}`).join('\n')}

  --rounds N     how often each server or program is run in each row (default: 5)
  --seconds S    how long each server is loaded each time (default: 2)
  --articles N   how many articles there are, 1000 at least (default: 10000); servers are compared on a tenth of
                 them, scale and memory take ten times as many, million up to a hundred times
  --dir DIR      where everything temporary goes: 10 GB by default, 30 GB for million (default: ${tmpdir()})
  --json         print JSON instead of tables
`;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        articles: { type: 'string' },
        dir: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function select(names: string[], rows: readonly Row[]): Row[] {
  for (const name of names) {
    if (rows.some((row) => row.name === name || row.group === name)) continue;
    const known = [...new Set(rows.flatMap((row) => [row.name, row.group]))];
    throw new UsageError(`There is no row or group ${name}. There are ${known.join(', ')}.`);
  }
  return rows.filter((row) => names.includes(row.name) || names.includes(row.group));
}

function toCount(name: string, text: string, least: number): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= least) return Number(text);
  throw new UsageError(`--${name}: found ${text}, expected a whole number, ${least} at least.`);
}
