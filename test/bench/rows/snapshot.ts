import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listPath } from '../../../src/core/links.ts';
import { checkResponses } from '../check-responses.ts';
import { contentPath, standardLength, writeContent } from '../data.ts';
import { type Entrant, enter } from '../entrant.ts';
import { key, runGalleyBuild, startGalley } from '../galley.ts';
import { askForPages, type Question } from '../questions.ts';
import type { Context, Row } from '../row.ts';
import { runRounds } from '../run-rounds.ts';
import { withServers } from '../with-servers.ts';

/** Pages of a snapshot whose order a kept release gives, beside plain pages of as many articles. */
export const snapshotRows: readonly Row[] = [10, 100].flatMap((perPage) =>
  [false, true].map((gzip) => {
    const name = `snapshot-${perPage}${gzip ? '-gzip' : ''}`;
    const about = `a random page of ${perPage} of a snapshot from a kept release${gzip ? ', gzip' : ''}`;
    return {
      name,
      group: 'snapshot',
      about,
      run: (context: Context) => compareSnapshots(name, context, perPage, gzip),
    };
  }),
);

async function compareSnapshots(row: string, context: Context, perPage: number, gzip: boolean): Promise<void> {
  const { folder, options, report } = context;
  const count = options.few;
  const content = join(folder, 'content');
  const remove = async (ids: readonly number[]): Promise<void> => {
    await Promise.all(ids.map((id) => rm(join(content, contentPath(id)))));
  };
  writeContent(content, count, standardLength);
  // Every second article comes later, between two others: no two neighbours stay.
  await remove(Array.from({ length: count / 2 }, (_, i) => (i + 1) * 2));
  const parted = await publish();
  writeContent(content, count, standardLength);
  const whole = await publish();
  await remove([count / 2]);
  await publish();
  const ask = (total: number, snapshot: string): Question => {
    const question = askForPages({ count: total, perPage, gzip });
    return { ...question, targets: question.targets.map((target) => `${target}${snapshot}`) };
  };
  await withServers(async (keep) => {
    const entrants: Entrant[] = [];
    for (const [name, question, target] of [
      ['Galley, no two articles are neighbours any more', ask(count / 2, `&snapshot=${parted}`), undefined],
      ['Galley, one article was removed', ask(count, `&snapshot=${whole}`), 0.1],
      ['Galley, no snapshot', ask(count - 1, ''), 0.1],
    ] as const) {
      const server = await keep(startGalley(folder));
      report('checking responses');
      await checkResponses(server, question);
      entrants.push(await enter(name, server, question, join(folder, `targets-${entrants.length}`), target));
    }
    context.result.comparisons.push(await runRounds(row, entrants, context));
  });

  /** Gives the snapshot of all articles. */
  async function publish(): Promise<string> {
    await runGalleyBuild(folder, content);
    let snapshot = '';
    await withServers(async (keep) => {
      const { address } = await keep(startGalley(folder));
      const { headers } = await fetch(`${address}${listPath}`, { method: 'HEAD', headers: { 'X-Api-Key': key } });
      snapshot = /snapshot=([^&>]*)>; rel="bookmark"/.exec(headers.get('Link') ?? '')?.[1] ?? '';
    });
    return snapshot;
  }
}
