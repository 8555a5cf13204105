import { headerFinders, plainDialects } from '../../dialects/index.ts';
import { findValues } from '../../front-matter/fields/find-values.ts';
import { defaultContentOptions } from '../../front-matter/options.ts';
import { parseFile } from '../../front-matter/parse/parse-file.ts';
import { groupBy } from '../../package/group-by.ts';
import type { BuiltFiles } from '../../pipeline/builder.ts';
import type { BuildResult } from '../../pipeline/options.ts';
import { createLocator, readReal } from '../../source/read-real.ts';
import { clock, count, toDigits } from '../figures.ts';
import { withFullPaths } from '../report.ts';
import { type Config, configFile } from '../settings.ts';
import { toTextTable } from '../table.ts';
import { compareSite, type SiteDifferences } from './compare-site.ts';

/** Compares the articles that readers of a release would get now with the pages of a website. */
export function checkSite(
  addresses: readonly string[],
  records: BuiltFiles['records'],
  { invalid }: BuildResult,
  { content, frontMatter }: Config,
): SiteDifferences {
  const [skipped, now] = [new Set(invalid.map(({ path }) => path)), clock()];
  const published = records.filter(
    ({ path, kind, body }) => kind === 'article' && !skipped.has(path) && (body?.article?.publishAt ?? 0) <= now,
  );
  const locate = createLocator(content.root, content.folders);
  const options = { ...defaultContentOptions, frontMatter };
  return compareSite(published, addresses, (path) => {
    const file = locate(path);
    const { value: parsed } = parseFile({ path, file }, readReal(file), headerFinders(plainDialects));
    const [title] = parsed === null ? [] : findValues(parsed, 'title', options);
    return typeof title?.value.value === 'string' ? title.value.value : null;
  });
}

/** Lines, and examples of a group, that are shown without `--all`. */
const [maxRows, maxExamples] = [20, 3];

/** The differences, for a terminal. Of pages that are no article, one line for each folder of the site. */
export function toSiteText(
  { addresses, onlyHere, onlyThere }: SiteDifferences,
  from: string,
  config: Config,
  all: boolean,
): string {
  const list = (rows: string[][], numbers: number[] = []): string[] => [
    ...toTextTable(all ? rows : rows.slice(0, maxRows), { indent: '  ', numbers }),
    ...(all || rows.length <= maxRows ? [] : [`  and ${toDigits(rows.length - maxRows)} more (--all lists them)`]),
  ];
  const articles = withFullPaths(onlyHere, config).map(({ path, slug }) => [path, slug]);
  const top = commonFolder(onlyThere);
  const groups = [...groupBy(onlyThere, (page) => folderOf(page, top))].sort(([, a], [, b]) => b.length - a.length);
  const rows = groups.map(([folder, pages]) => {
    const shown = all ? pages : pages.slice(0, maxExamples);
    return [folder, toDigits(pages.length), `${shown.join(' ')}${shown.length < pages.length ? ' …' : ''}`];
  });
  const hint = `Hide here what is hidden there, with \`draft: true\`, or \`exclude\` in ${configFile}.`;
  return [
    `\nCompared with ${count(addresses, 'page')} of ${from}.`,
    ...(articles.length === 0
      ? ['Each article is there, too.']
      : [`${count(articles.length, 'article')} published here and not there:`, ...list(articles), hint]),
    ...(rows.length === 0 ? [] : [`${count(onlyThere.length, 'page')} there and no article here:`, ...list(rows, [1])]),
  ].join('\n');
}

/** The folder in which all pages are; with a slash at its end. */
function commonFolder(pages: readonly string[]): string {
  for (let top = '/'; ; ) {
    const next = pages.map((page) => folderOf(page, top)).find((folder) => folder !== top);
    if (next === undefined || !pages.every((page) => page.startsWith(next))) return top;
    top = next;
  }
}

/** The first folder of a page below `top`; that itself for a page in it. */
function folderOf(page: string, top: string): string {
  const at = page.indexOf('/', top.length);
  return at < 0 || at === page.length - 1 ? top : page.slice(0, at + 1);
}
