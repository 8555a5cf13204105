import type { Entrant } from './entrant.ts';
import { closeConnections } from './fetch-response.ts';
import { load } from './load.ts';
import type { Comparison } from './result.ts';
import type { Context } from './row.ts';

/** Warms the servers up, then loads them in turn, round by round. The first is what the others are held against. */
export async function runRounds(row: string, entrants: readonly Entrant[], context: Context): Promise<Comparison> {
  const { rounds, seconds } = context.options;
  // Else the checks before would count as clients.
  closeConnections();
  context.report('warming up');
  for (const entrant of entrants) await load(entrant, seconds, 0);
  const series = entrants.map(({ name, target }) => ({
    subject: name,
    rounds: [] as Comparison['series'][number]['rounds'],
    ...(target !== undefined && { target }),
  }));
  for (let round = 1; round <= rounds; round++) {
    for (const [index, entrant] of entrants.entries()) {
      context.report(`round ${round} of ${rounds}, ${entrant.name}`);
      series[index]?.rounds.push(await load(entrant, seconds, round));
    }
  }
  return { row, unit: 'requests/s', series };
}
