import { join } from 'node:path';
import { checkResponses } from '../check-responses.ts';
import { enter } from '../entrant.ts';
import { askForArticles, askForPages, type Question } from '../questions.ts';
import type { Row } from '../row.ts';
import { runRounds } from '../run-rounds.ts';
import { startBlocks } from '../servers.ts';
import { withServers } from '../with-servers.ts';

/** On more articles than its memory holds: random pages of all of them, of which most must be read. Neither checks what it reads. */
export const blockCacheRow: Row = {
  name: 'block-cache',
  group: 'cache',
  about: 'the cache of page files beside a least-recently-used map, where most must be read',
  async run(context) {
    const count = context.options.articles;
    const { folder } = await context.dataSet(count);
    const questions: [string, Question][] = [
      ['list-10', askForPages({ count, perPage: 10 })],
      ['list-10-gzip', askForPages({ count, perPage: 10, gzip: true })],
      ['list-10-exclude_h1', askForPages({ count, perPage: 10, excludeH1: true })],
      ['list-100', askForPages({ count, perPage: 100 })],
      ['article', askForArticles(count)],
    ];
    await withServers(async (keep) => {
      const ours = await keep(startBlocks('unchecked', folder));
      const lru = await keep(startBlocks('lru', folder));
      for (const [name, question] of questions) {
        await checkResponses(lru, question);
        const file = join(context.folder, name);
        const entrants = [
          await enter('Galley, unchecked', ours, question, file),
          await enter('Galley, least recently used', lru, question, file, 1.15),
        ];
        context.result.comparisons.push(await runRounds(`block-cache-${name}`, entrants, context));
      }
    });
  },
};
