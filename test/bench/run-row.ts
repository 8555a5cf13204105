import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { closeConnections } from './fetch-answer.ts';
import { type Load, load } from './load.ts';
import type { Machine } from './machine.ts';
import type { Options } from './options.ts';
import { compare, type Targets, writeBodies, writeTargets } from './prepare.ts';
import type { Row } from './rows.ts';
import { type Bodies, type RunningServer, startBare, startGalley, startNginx, startSirv } from './servers.ts';
import type { Rounds } from './table.ts';

export interface Place {
  /** Everything temporary. */
  folder: string;
  /** The release. */
  out: string;
  ids: readonly number[];
}

/** Runs one row: starts Galley and its rivals, compares their answers, and loads them in turn. Galley comes first. */
export async function runRow(
  row: Row,
  place: Place,
  machine: Machine,
  { rounds, seconds }: Options,
  tell: (what: string) => void,
): Promise<Rounds[]> {
  const folder = join(place.folder, row.name);
  const targets = row.targets(place.ids);
  const servers: RunningServer[] = [];
  try {
    tell('bodies');
    const galley = await startGalley(place.folder, place.out);
    servers.push(galley);
    const bodies = await writeBodies(row, galley, targets, join(folder, 'bodies'));
    for await (const rival of startRivals(machine, folder, bodies)) {
      servers.push(rival);
      await compare(row, galley, targets, rival, bodies.names);
    }
    const asked: Targets[] = [];
    for (const server of servers) {
      const own = server === galley ? targets : bodies.names.map((name) => `/${name}`);
      asked.push(await writeTargets(row, server, own, join(folder, `targets-${asked.length}`)));
    }
    tell('warming up');
    for (const target of asked) await load(row, target, seconds, 0);
    const found: Rounds[] = asked.map(({ server }) => ({ row: row.name, server: server.name, rounds: [] as Load[] }));
    for (let round = 1; round <= rounds; round++) {
      for (const [index, target] of asked.entries()) {
        tell(`round ${round} of ${rounds}, ${target.server.name}`);
        found[index]?.rounds.push(await load(row, target, seconds, round));
      }
    }
    return found;
  } finally {
    closeConnections();
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function* startRivals(machine: Machine, folder: string, bodies: Bodies): AsyncGenerator<RunningServer> {
  if (machine.nginx !== null) {
    const own = join(folder, 'nginx');
    await mkdir(own, { recursive: true });
    yield await startNginx(machine.nginx.command, own, bodies);
  }
  // sirv serves files, and nothing else.
  if (bodies.status < 400) yield await startSirv(bodies);
  yield await startBare(bodies);
}
