import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { startChild } from '../child.ts';
import { fetchResponse, forEach } from '../fetch-response.ts';
import { cli, galleyOut, runGalleyBuild, site, startGalley } from '../galley.ts';
import { askForPages } from '../questions.ts';
import type { Context, Row } from '../row.ts';
import { Skipped } from '../skipped.ts';
import { withServers } from '../with-servers.ts';

interface Sizes {
  articles: number;
  spliced: number;
  whole: number;
}

export const gzipSizeRow: Row = {
  name: 'gzip-size',
  group: 'size',
  about: 'spliced gzip beside gzip -6 of whole pages, over real articles (GALLEY_CORPORA)',
  run,
};

async function run(context: Context): Promise<void> {
  const corpora = process.env.GALLEY_CORPORA;
  if (!corpora) throw new Skipped('GALLEY_CORPORA names no folder of real articles');
  const entries = await readdir(corpora, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const all = new Map([100, 10].map((perPage) => [perPage, { articles: 0, spliced: 0, whole: 0 }]));
  for (const name of names.sort()) {
    context.report(name);
    const folder = join(context.folder, name);
    await cp(join(corpora, name), join(folder, 'content'), { recursive: true });
    const articles = await buildWithoutInvalid(folder);
    if (articles === 0) {
      context.skip(`${name} has no file that is an article to Galley`);
      continue;
    }
    await withServers(async (keep) => {
      const { address } = await keep(startGalley(folder));
      for (const [perPage, sum] of all) {
        const sizes = await measure(address, articles, perPage);
        for (const field of ['articles', 'spliced', 'whole'] as const) sum[field] += sizes[field];
        report(context, `${name}, pages of ${perPage}`, sizes);
      }
    });
  }
  for (const [perPage, sizes] of all) report(context, `in all, pages of ${perPage}`, sizes);
}

/** Bytes of all pages, as Galley sends them and as gzip -6 makes them of the whole. */
async function measure(address: string, articles: number, perPage: number): Promise<Sizes> {
  const sizes = { articles, spliced: 0, whole: 0 };
  const { targets, headers } = askForPages({ count: articles, perPage, gzip: true });
  await forEach(targets, async (target) => {
    const { body, encoding } = await fetchResponse(address, target, headers);
    if (encoding !== 'gzip') throw new Skipped('Galley does not respond in gzip yet');
    const whole = await promisify(gzip)(await promisify(gunzip)(body), { level: 6 });
    sizes.spliced += body.length;
    sizes.whole += whole.length;
  });
  return sizes;
}

function report({ result }: Context, what: string, { articles, spliced, whole }: Sizes): void {
  result.figures.push({
    row: 'gzip-size',
    what,
    value: spliced / whole,
    unit: 'times gzip -6',
    atMost: 1.25,
    detail: `${articles} articles, ${(spliced / 1000).toFixed(0)} and ${(whole / 1000).toFixed(0)} kB`,
  });
}

/** Builds; files with mistakes of their authors, which stop a build, are skipped. Resolves to the articles. */
async function buildWithoutInvalid(folder: string): Promise<number> {
  const content = join(folder, 'content');
  const args = [cli, 'build', '--content', content, '--out', galleyOut(folder), '--site', site, '--json'];
  // Ends with 1 where there are mistakes, which are what is looked for.
  const { output } = await startChild(process.execPath, args, { cwd: folder }).untilClosed();
  const { problems } = JSON.parse(output) as { problems: { severity: string; path: string }[] };
  const invalid = problems.filter(({ severity }) => severity === 'error');
  for (const { path } of invalid) await rm(path, { force: true });
  return (await runGalleyBuild(folder, content)).articles;
}
