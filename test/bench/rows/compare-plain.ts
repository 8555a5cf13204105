import { join } from 'node:path';
import { compareResponses } from '../check-responses.ts';
import { type Entrant, enter } from '../entrant.ts';
import { startGalley } from '../galley.ts';
import type { Question } from '../questions.ts';
import type { Context } from '../row.ts';
import { runRounds } from '../run-rounds.ts';
import { startBare, startNginx } from '../servers.ts';
import { withServers } from '../with-servers.ts';
import { writeBodies } from '../write-bodies.ts';
import { writeHeaders } from '../write-headers.ts';

/** Rivals of responses without compression. */
export interface Targets {
  nginx?: number;
  bare?: number;
}

/** Runs Galley beside nginx and a bare `node:http`, which send the same bytes. */
export async function comparePlain(row: string, question: Question, targets: Targets, context: Context): Promise<void> {
  const { folder, machine } = context;
  const { folder: place } = await context.dataSet(context.options.few);
  await withServers(async (keep) => {
    const galley = await keep(startGalley(place));
    context.report('bodies');
    const bodies = await writeBodies(galley, question, join(folder, 'bodies'));
    const asked = { ...question, targets: bodies.names.map((name) => `/${name}`) };
    const entrants: Entrant[] = [await enter('Galley', galley, question, join(folder, 'targets'))];
    const rivals = [];
    if (machine.nginx !== null) {
      const server = await keep(startNginx(machine.nginx, join(folder, 'nginx'), bodies));
      rivals.push({ server, name: 'nginx', target: targets.nginx });
    } else context.skip('nginx is not installed: apt-get install nginx-light');
    const headers = `${bodies.folder}.headers.json`;
    await writeHeaders(galley, question, bodies.names, headers);
    rivals.push({ server: await keep(startBare(bodies, headers)), name: 'node:http', target: targets.bare });
    for (const { server, name, target } of rivals) {
      await compareResponses(galley, question, server, asked);
      entrants.push(await enter(name, server, asked, join(folder, `targets-${name}`), target));
    }
    context.result.comparisons.push(await runRounds(row, entrants, context));
  });
}
