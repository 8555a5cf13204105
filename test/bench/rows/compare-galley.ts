import { join } from 'node:path';
import { checkResponses } from '../check-responses.ts';
import { type Entrant, enter } from '../entrant.ts';
import { fetchResponse } from '../fetch-response.ts';
import { startGalley } from '../galley.ts';
import type { Question } from '../questions.ts';
import type { Context } from '../row.ts';
import { runRounds } from '../run-rounds.ts';
import { Skipped } from '../skipped.ts';
import type { RunningServer } from '../start-server.ts';
import { withServers } from '../with-servers.ts';

/** Galley, as one of those that are compared. */
export interface Contender {
  name: string;
  question: Question;
  /** How many articles there are. */
  count: number;
  /** Of `galley serve`. */
  options?: string[];
  target?: number;
}

/** Runs Galley beside Galley: the first is what the others are held against. Each has a process of its own. */
export async function compareGalley(row: string, contenders: readonly Contender[], context: Context): Promise<void> {
  await withServers(async (keep) => {
    const entrants: Entrant[] = [];
    for (const [index, { name, question, count, options, target }] of contenders.entries()) {
      const server = await keep(startGalley((await context.dataSet(count)).folder, options));
      context.report('checking responses');
      await needEncoding(server, question);
      await checkResponses(server, question);
      entrants.push(await enter(name, server, question, join(context.folder, `targets-${index}`), target));
    }
    context.result.comparisons.push(await runRounds(row, entrants, context));
  });
}

async function needEncoding({ address }: RunningServer, { targets, headers }: Question): Promise<void> {
  if (!('Accept-Encoding' in headers)) return;
  const { encoding } = await fetchResponse(address, targets[0] ?? '', headers);
  if (encoding !== 'gzip') throw new Skipped('Galley does not respond in gzip yet');
}
