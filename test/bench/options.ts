import { parseArgs } from 'node:util';
import { UsageError } from '../../src/usage-error.ts';
import { type Row, rows } from './rows.ts';

export interface Options {
  rows: Row[];
  /** How often each server is loaded in each row. */
  rounds: number;
  /** How long each time. */
  seconds: number;
  articles: number;
  json: boolean;
}

export const usage = `npm run bench -- [NAME…] [--rounds N] [--seconds S] [--articles N] [--json]

Loads Galley and its rivals in turn, with the same bytes, and prints how they compare.

NAME is a row or a group; none is all of them:
${rows.map(({ name, group, about }) => `  ${name.padEnd(20)}${group.padEnd(9)}${about}`).join('\n')}

  --rounds N     how often each server is loaded in each row (default: 5)
  --seconds S    how long each time (default: 2)
  --articles N   how many articles there are, 100 at least (default: 10000)
  --json         print JSON instead of a table
`;

/** Reads the command line; null where help is asked for. Throws `UsageError`. */
export function parseOptions(args: string[]): Options | null {
  const { values, positionals } = parse(args);
  if (values.help === true) return null;
  return {
    rows: positionals.length === 0 ? [...rows] : select(positionals),
    rounds: toCount('rounds', values.rounds ?? '5', 1),
    seconds: toCount('seconds', values.seconds ?? '2', 1),
    articles: toCount('articles', values.articles ?? '10000', 100),
    json: values.json === true,
  };
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
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function select(names: string[]): Row[] {
  for (const name of names) {
    if (rows.some((row) => row.name === name || row.group === name)) continue;
    const known = [...new Set(rows.flatMap((row) => [row.name, row.group]))];
    throw new UsageError(`There is no row or group ${name}. There are ${known.join(', ')}.`);
  }
  return rows.filter((row) => names.includes(row.name) || names.includes(row.group));
}

function toCount(name: string, text: string, least: number): number {
  if (/^\d{1,6}$/.test(text) && Number(text) >= least) return Number(text);
  throw new UsageError(`--${name}: found ${text}, expected a whole number, ${least} at least.`);
}
