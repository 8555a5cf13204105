import { join } from 'node:path';
import { checkResponses, compareResponses } from '../check-responses.ts';
import { type Entrant, enter } from '../entrant.ts';
import { startGalley } from '../galley.ts';
import type { Question } from '../questions.ts';
import type { Context } from '../row.ts';
import { runRounds } from '../run-rounds.ts';
import { startBare, startNginx } from '../servers.ts';
import type { RunningServer } from '../start-server.ts';
import { withServers } from '../with-servers.ts';
import { writeGzipBodies } from '../write-bodies.ts';
import { writeHeaders } from '../write-headers.ts';

/**
 * Runs Galley, which splices what was compressed, beside a bare `node:http` that sends the same bytes, and
 * nginx that sends whole pages compressed beforehand.
 */
export async function compareGzip(row: string, question: Question, context: Context): Promise<void> {
  const { folder, machine } = context;
  const { folder: place } = await context.dataSet(context.options.few);
  await withServers(async (keep) => {
    const galley = await keep(startGalley(place));
    context.report('bodies');
    const { sent, whole } = await writeGzipBodies(galley, question, join(folder, 'sent'), join(folder, 'whole'));
    await checkResponses(galley, question);
    const entrants: Entrant[] = [await enter('Galley', galley, question, join(folder, 'targets'))];
    const asked = { ...question, targets: whole.names.map((name) => `/${name}`) };
    const add = async (name: string, server: RunningServer, target: number): Promise<void> => {
      await compareResponses(galley, question, server, asked);
      entrants.push(await enter(name, server, asked, join(folder, `targets-${entrants.length}`), target));
    };
    const headers = `${sent.folder}.headers.json`;
    await writeHeaders(galley, question, sent.names, headers);
    await add('node:http, the same bytes', await keep(startBare(sent, headers)), 0.9);
    if (machine.nginx !== null) {
      await add('nginx, gzip_static', await keep(startNginx(machine.nginx, join(folder, 'nginx'), whole)), 0.5);
    } else context.skip('nginx is not installed: apt-get install nginx-light');
    context.result.comparisons.push(await runRounds(row, entrants, context));
  });
}
