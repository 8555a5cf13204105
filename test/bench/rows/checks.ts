import { join } from 'node:path';
import { checkResponses } from '../check-responses.ts';
import { enter } from '../entrant.ts';
import { askForArticles, askForPages, type Question } from '../questions.ts';
import type { Row } from '../row.ts';
import { runRounds } from '../run-rounds.ts';
import { startBlocks } from '../servers.ts';
import { withServers } from '../with-servers.ts';

/** What may be lost by it. */
const target = 0.97;

/** The same server with and without the check: where all is in memory after the first round, and where most must be read. */
export const checksRow: Row = {
  name: 'checks',
  group: 'cache',
  about: 'what it costs that bytes are checked before they are served, in memory and where most must be read',
  async run(context) {
    const { few, articles } = context.options;
    for (const [place, count] of [
      ['memory', few],
      ['disk', articles],
    ] as const) {
      const { folder } = await context.dataSet(count);
      const questions: [string, Question][] = [
        ['list-10', askForPages({ count, perPage: 10 })],
        ['list-10-gzip', askForPages({ count, perPage: 10, gzip: true })],
        ['list-100', askForPages({ count, perPage: 100 })],
        ['list-100-gzip', askForPages({ count, perPage: 100, gzip: true })],
        ['article', askForArticles(count)],
      ];
      await withServers(async (keep) => {
        const checked = await keep(startBlocks('block-cache', folder));
        const unchecked = await keep(startBlocks('unchecked', folder));
        for (const [name, question] of questions) {
          await checkResponses(checked, question);
          const file = join(context.folder, `${place}-${name}`);
          const entrants = [
            await enter('Galley', checked, question, file),
            await enter('Galley, unchecked', unchecked, question, file, target),
          ];
          context.result.comparisons.push(await runRounds(`checks-${place}-${name}`, entrants, context));
        }
      });
    }
  },
};
