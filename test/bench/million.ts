import { readdirSync, statSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentPath } from './data.ts';
import { type DataSet, makeDataSet } from './data-sets.ts';
import { enter } from './entrant.ts';
import { closeConnections } from './fetch-response.ts';
import { galleyOut, runGalleyBuild, startGalley } from './galley.ts';
import { load } from './load.ts';
import { makeMarkdown } from './make-markdown.ts';
import { memoryOf } from './memory.ts';
import { percentile } from './percentile.ts';
import { askForArticles, askForPages, type Question } from './questions.ts';
import type { Growth } from './result.ts';
import type { Context, Row } from './row.ts';
import { serveEveryPage } from './serve-every-page.ts';
import { Skipped } from './skipped.ts';
import { withServers } from './with-servers.ts';

/** Characters of a body. */
const bodyLength = 600;

/** Bytes on the disk for an article, with room to spare: many small files, content, release and cache. */
const diskPerArticle = 30_000;

/** Targets that wrk picks from, at most. */
const targetCount = 20_000;

const megabyte = 1e6;

/** What is measured, with its unit, in the order of the table. */
type Costs = Map<string, { unit: string; value: number }>;

export const millionRow: Row = {
  name: 'million',
  group: 'million',
  about: 'how each cost grows from 1,000 short articles to 1,000,000; not in the default run',
  isExtra: true,
  async run(context) {
    const sizes = [1, 10, 100, 1000].map((thousands) => thousands * 1000);
    const articles = sizes.filter((size) => size <= context.options.articles * 100);
    await needDisk(context.folder, articles.at(-1) ?? 0);
    const columns: Costs[] = [];
    for (const count of articles) columns.push(await measure(count, context));
    context.result.growths.push(toGrowth(articles, columns));
  },
};

async function measure(count: number, context: Context): Promise<Costs> {
  const folder = join(context.folder, String(count));
  const report = (what: string): void => context.report(`${count}: ${what}`);
  const costs: Costs = new Map();
  const add = (what: string, unit: string, value: number): void => void costs.set(what, { unit, value });
  const set = await makeDataSet(folder, count, report, bodyLength);
  add('build from nothing', 's', set.built.seconds);
  add('memory of the build, at the most', 'MB', set.built.peak / megabyte);
  report('reading the files');
  const files = listSizes(galleyOut(folder));
  add('files', '', files.length);
  add('size of the release', 'MB', sum(files) / megabyte);
  const index = files.filter(({ name }) => /^index\.\w+\.json$/.test(name));
  add('size of the index', 'kB', sum(index) / 1000);
  add('start, until it listens', 'ms', await timeStart(folder, context.options.rounds));
  await serve(set, context, report, add);
  report('building after one change');
  await writeFile(join(set.content, contentPath(count)), makeMarkdown(count, bodyLength + 100));
  add('build after one change', 's', (await runGalleyBuild(folder, set.content)).seconds);
  await rm(folder, { recursive: true });
  return costs;
}

/** Median of several starts, in milliseconds. */
async function timeStart(folder: string, times: number): Promise<number> {
  const found: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const started = performance.now();
    const server = await startGalley(folder);
    found.push(performance.now() - started);
    await server.stop();
  }
  return percentile(found, 0.5);
}

/** Every page once; then one client alone, so that a latency is what one request takes. */
async function serve(
  { count, folder }: DataSet,
  context: Context,
  report: (what: string) => void,
  add: (what: string, unit: string, value: number) => void,
): Promise<void> {
  await withServers(async (keep) => {
    const server = await keep(startGalley(folder));
    report('serving every page');
    await serveEveryPage(server, { count, perPage: 100 });
    add('memory of the server, after every page', 'MB', memoryOf(server.pid).resident / megabyte);
    const pages = askForPages({ count, perPage: 10 });
    const asked: [string, Question][] = [
      ['page of 10 among the newest 1,000', askForPages({ count: 1000, perPage: 10 })],
      ['page of 10 among all', pages],
      ['page of 10 among the oldest 1,000', { ...pages, targets: pages.targets.slice(-100) }],
      ['page of 100 among all', askForPages({ count, perPage: 100 })],
      ['article by id', askForArticles(count)],
      ['article by slug', askForArticles(count, count, 'slug')],
    ];
    for (const [what, question] of asked) {
      report(what);
      const entrant = await enter('Galley', server, thin(question), join(context.folder, 'targets'));
      closeConnections();
      const { p50, p99 } = await load(entrant, context.options.seconds, count, 1);
      add(`${what}, p50`, 'ms', p50);
      add(`${what}, p99`, 'ms', p99);
    }
  });
}

/** So many that wrk can hold them, spread evenly. */
function thin(question: Question): Question {
  const step = Math.ceil(question.targets.length / targetCount);
  return { ...question, targets: question.targets.filter((_, index) => index % step === 0) };
}

/** Synchronous, since a million promises take longer than a million calls. */
function listSizes(folder: string): { name: string; size: number }[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => ({ name, size: statSync(join(parentPath, name)).size }));
}

function sum(files: readonly { size: number }[]): number {
  return files.reduce((total, { size }) => total + size, 0);
}

async function needDisk(folder: string, articles: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = articles * diskPerArticle;
  if (bavail * bsize >= needed) return;
  const [free, least] = [bavail * bsize, needed].map((bytes) => `${Math.round(bytes / 1e9)} GB`);
  throw new Skipped(`${free} are free below ${folder}, and ${least} may be needed: choose another place with --dir`);
}

function toGrowth(articles: number[], columns: readonly Costs[]): Growth {
  const costs = [...(columns[0] ?? [])].map(([what, { unit }]) => ({
    what,
    unit,
    values: columns.map((column) => column.get(what)?.value ?? 0),
  }));
  return { row: 'million', articles, costs };
}
