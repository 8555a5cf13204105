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
import { writeBodies, writeGzipBodies } from '../write-bodies.ts';
import { writeHeaders } from '../write-headers.ts';

/** How many times as fast as a rival Galley should be, at least. */
export interface Targets {
  nginx?: number;
  bare?: number;
}

/**
 * Runs Galley beside a bare `node:http` that sends the same bytes, and nginx: it sends these too, or, where Galley splices what was
 * compressed, whole pages compressed beforehand.
 */
export async function compareRivals(
  row: string,
  question: Question,
  targets: Targets,
  context: Context,
): Promise<void> {
  const { folder, machine } = context;
  const { folder: place } = await context.dataSet(context.options.few);
  await withServers(async (keep) => {
    const galley = await keep(startGalley(place));
    context.report('bodies');
    const whole = join(folder, 'whole');
    const isGzip = 'Accept-Encoding' in question.headers;
    const bodies = isGzip
      ? await writeGzipBodies(galley, question, join(folder, 'sent'), whole)
      : await writeBodies(galley, question, whole).then((both) => ({ sent: both, whole: both }));
    if (isGzip) await checkResponses(galley, question);
    const entrants: Entrant[] = [await enter('Galley', galley, question, join(folder, 'targets'))];
    const asked = { ...question, targets: bodies.whole.names.map((name) => `/${name}`) };
    const add = async (name: string, server: RunningServer, target?: number): Promise<void> => {
      await compareResponses(galley, question, server, asked);
      entrants.push(await enter(name, server, asked, join(folder, `targets-${entrants.length}`), target));
    };
    const headers = `${bodies.sent.folder}.headers.json`;
    await writeHeaders(galley, question, bodies.sent.names, headers);
    await add('node:http, the same bytes', await keep(startBare(bodies.sent, headers)), targets.bare);
    if (machine.nginx !== null) {
      const nginx = await keep(startNginx(machine.nginx, join(folder, 'nginx'), bodies.whole));
      await add(isGzip ? 'nginx, gzip_static' : 'nginx', nginx, targets.nginx);
    } else context.skip('nginx is not installed: apt-get install nginx-light');
    context.result.comparisons.push(await runRounds(row, entrants, context));
  });
}
