import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changesPath } from '../../../src/core/links.ts';
import { checkResponses } from '../check-responses.ts';
import { contentPath, standardLength, writeContent } from '../data.ts';
import { type Entrant, enter } from '../entrant.ts';
import { key, runGalleyBuild, startGalley } from '../galley.ts';
import { askForPages, type Question } from '../questions.ts';
import type { Context, Row } from '../row.ts';
import { runRounds } from '../run-rounds.ts';
import { withServers } from '../with-servers.ts';

/** Articles without bodies, with details, of a tag, and changes, beside plain pages of as many articles. */
export const viewsRow: Row = {
  name: 'views',
  group: 'views',
  about: 'random pages of 100 without bodies, with details or of a tag, and changes, beside plain ones',
  run: compareViews,
};

/** Every tenth article has the same one, so no two of them are neighbours. */
const tags = 10;

async function compareViews({ folder, options, report, ...context }: Context): Promise<void> {
  const count = options.few;
  const content = join(folder, 'content');
  writeContent(content, count, standardLength);
  for (let id = 1; id <= count; id++) {
    const path = join(content, contentPath(id));
    await writeFile(path, (await readFile(path, 'utf8')).replace('\n', `\ntags: [t${id % tags}]\n`));
  }
  await runGalleyBuild(folder, content);
  const plain = askForPages({ count, perPage: 100 });
  const ask = (query: string, pages = plain): Question => {
    return { ...plain, targets: pages.targets.map((target) => `${target}&${query}`) };
  };
  await withServers(async (keep) => {
    const { address } = await keep(startGalley(folder));
    const ofTags = Array.from({ length: tags }, (_, tag) =>
      ask(`tag=t${tag}`, askForPages({ count: count / tags, perPage: 100 })),
    );
    const questions: [name: string, question: Question][] = [
      ['Galley, plain pages', plain],
      ['Galley, without bodies', ask('exclude_html=true&exclude_markdown=true')],
      ['Galley, with details', ask('include_details=true')],
      ['Galley, of a tag', { ...plain, targets: ofTags.flatMap(({ targets }) => targets) }],
      ['Galley, all changes', { ...plain, targets: [`${changesPath}?per_page=100`] }],
      ['Galley, no changes', { ...plain, targets: [`${changesPath}?since=${await readToken(address)}`] }],
    ];
    const entrants: Entrant[] = [];
    for (const [name, question] of questions) {
      const server = await keep(startGalley(folder));
      report('checking responses');
      await checkResponses(server, question);
      entrants.push(await enter(name, server, question, join(folder, `targets-${entrants.length}`)));
    }
    context.result.comparisons.push(await runRounds('views', entrants, { folder, options, report, ...context }));
  });
}

/** What a client has after it read everything. */
async function readToken(address: string): Promise<string> {
  for (let query = ''; ; ) {
    const response = await fetch(`${address}${changesPath}${query}`, { headers: { 'X-Api-Key': key } });
    const { links, meta } = (await response.json()) as { links: { next: string | null }; meta: { token: string } };
    if (links.next === null) return meta.token;
    query = new URL(links.next).search;
  }
}
