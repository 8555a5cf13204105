import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPath } from '../../../src/core/links.ts';
import { type Builds, countBuilds } from '../../counts/count-builds.ts';
import { keepFigures, readBefore, readCommit } from '../build-figures.ts';
import { checkArticles } from '../check-articles.ts';
import { contentPath, standardLength, writeContent } from '../data.ts';
import { fetchResponse } from '../fetch-response.ts';
import { key, runGalleyBuild, startGalley } from '../galley.ts';
import { runHugo, writeHugoSite } from '../hugo.ts';
import { percentile } from '../percentile.ts';
import type { Comparison, Series } from '../result.ts';
import type { Context, Row } from '../row.ts';
import { runProgram } from '../run-program.ts';
import { summarise } from '../summarise.ts';
import { withServers } from '../with-servers.ts';

export const buildRow: Row = {
  name: 'build',
  group: 'build',
  about: 'builds from nothing beside Hugo and the least that a build does; again',
  run,
};

async function run(context: Context): Promise<void> {
  const { options, machine, folder, report } = context;
  const { content, count } = await context.dataSet(options.articles);
  const hugoSite = join(folder, 'hugo');
  const halves = await writeHalves(content, count, folder);
  await writeHugoSite(hugoSite);

  const cold: Series = { subject: 'galley build', rounds: [] };
  const hugo: Series = { subject: 'hugo', rounds: [], target: 4 };
  const gzipped: Series = { subject: 'hugo, then gzip -6 of each file', rounds: [] };
  const least: Series = { subject: 'marked, JSON, deflate and files alone, two threads', rounds: [] };
  const changed: Series = { subject: 'galley build, one changed', rounds: [] };
  const same: Series = { subject: 'galley build, nothing changed', rounds: [] };
  const place = join(folder, 'galley');
  // The first round warms the disk's cache up and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    const count = (series: Series, seconds: number): void => {
      if (round > 0) series.rounds.push({ value: seconds });
    };
    report(`round ${round} of ${options.rounds}, galley build`);
    await rm(place, { recursive: true, force: true });
    await mkdir(place, { recursive: true });
    count(cold, (await runGalleyBuild(place, content)).seconds);
    report(`round ${round} of ${options.rounds}, nothing changed`);
    count(same, (await runGalleyBuild(place, content)).seconds);
    report(`round ${round} of ${options.rounds}, one changed`);
    count(changed, await changeOne(context, place, content, round));
    if (machine.hugo !== null) {
      report(`round ${round} of ${options.rounds}, hugo`);
      const { seconds, withGzip } = await runHugo(machine.hugo.command, hugoSite, content, machine.cores);
      count(hugo, seconds);
      count(gzipped, withGzip);
    }
    report(`round ${round} of ${options.rounds}, the least that a build does`);
    const out = join(folder, 'least');
    await rm(out, { recursive: true, force: true });
    count(least, await runScript('least-build.js', [out, ...halves], folder));
  }
  if (machine.hugo !== null) await checkArticles('Hugo', join(hugoSite, 'public'), count);
  else context.skip('hugo is not installed: apt-get install hugo');
  context.result.comparisons.push(...compare(cold, [hugo, gzipped, least], [changed, same]));
  context.result.builds = { now: countAll(context, { cold, same, one: changed }, hugo, least), before: readBefore() };
  if (process.env.GALLEY_REFRESH_PAGES === '1') keepFigures(context.result.builds.now);
}

/** What the builds took, and what they do: counted in builds of their own, since counting takes time. */
function countAll({ options, machine, folder, report }: Context, of: Builds<Series>, hugo: Series, least: Series) {
  report('counting');
  const place = join(folder, 'counts');
  writeContent(join(place, 'content'), options.articles, standardLength);
  const counts = countBuilds(place, contentPath(Math.ceil(options.articles / 2)));
  const median = ({ rounds }: Series): number =>
    percentile(
      rounds.map(({ value }) => value),
      0.5,
    );
  const ratioTo = (series: Series): number | null =>
    summarise({ row: '', unit: 's', series: [series, of.cold] })[1]?.ratio ?? null;
  return {
    ...{ commit: readCommit(), date: new Date().toISOString().slice(0, 10), load: machine.load },
    articles: options.articles,
    seconds: { cold: median(of.cold), same: median(of.same), one: median(of.one) },
    toHugo: hugo.rounds.length === 0 ? null : ratioTo(hugo),
    toLeast: ratioTo(least) ?? 0,
    counts,
  };
}

async function runScript(name: string, args: string[], folder: string): Promise<number> {
  const script = fileURLToPath(new URL(`../${name}`, import.meta.url));
  return (await runProgram(process.execPath, [script, ...args], folder)).seconds;
}

function compare(cold: Series, others: Series[], again: Series[]): Comparison[] {
  return [
    { row: 'build', unit: 's', series: [cold, ...others.filter(({ rounds }) => rounds.length > 0)] },
    { row: 'build-changed', unit: 's', series: [...again, { ...cold, target: 10 }] },
  ];
}

/** Seconds of a build after a sentence was added to one article, which then is there; the article is put back. */
async function changeOne(context: Context, place: string, content: string, round: number): Promise<number> {
  const id = Math.floor(context.options.articles / 2) + round;
  const file = join(content, contentPath(id));
  const before = await readFile(file, 'utf8');
  const sentence = `Changed in round ${round}.`;
  await writeFile(file, `${before}\n${sentence}\n`);
  try {
    const { seconds } = await runGalleyBuild(place, content);
    await withServers(async (keep) => {
      const { address } = await keep(startGalley(place));
      const { body } = await fetchResponse(address, `${listPath}/${id}`, { 'X-Api-Key': key });
      if (!body.includes(sentence)) throw new Error(`Article ${id} is not served as it was changed.`);
    });
    return seconds;
  } finally {
    await writeFile(file, before);
  }
}

/** Writes all bodies into two files, so that marked alone need not look for them. */
async function writeHalves(content: string, count: number, folder: string): Promise<string[]> {
  const bodies: string[] = [];
  for (let id = 1; id <= count; id++) {
    const text = await readFile(join(content, contentPath(id)), 'utf8');
    bodies.push(text.slice(text.indexOf('\n---\n') + 5));
  }
  const halves = [join(folder, 'bodies-1'), join(folder, 'bodies-2')];
  await writeFile(halves[0] ?? '', bodies.slice(0, count / 2).join('\0'));
  await writeFile(halves[1] ?? '', bodies.slice(count / 2).join('\0'));
  return halves;
}
