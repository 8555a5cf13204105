/** @module-tag long */

import { readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import fastGlob from 'fast-glob';
import { nameToEmoji } from 'gemoji';
import matter from 'gray-matter';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import type { Problem } from '../../build/problems/problem.ts';
import type { Words } from '../../build/problems/sentences/words.ts';
import type { Article, ListEnvelope } from '../../src/core/article.ts';
import { galley, start } from '../support/command.ts';
import { corporaFolder } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

const corpora = corporaFolder();

interface Expected {
  /** Markdown files that are found. */
  files: number;
  articles: number;
  /** Files that become none, by reason. */
  others: Record<string, number>;
  /** Articles of plain Markdown, whose words are compared. gray-matter reads no TOML: null where that is the front matter. */
  compared: number | null;
  /** Mistakes of the authors that stop the build, each with the fix that the test then makes. */
  mistakes: { place: string; found: string; fix: readonly [wrong: string, right: string] }[];
}

/** Folders as they were published. */
const folders: Record<string, Expected> = {
  jekyll: {
    files: 102,
    articles: 102,
    others: {},
    compared: 76,
    mistakes: [
      {
        place: 'docs/_posts/2023-01-29-jekyll-3-9-3-released.markdown:3:7',
        found: 'which is not a date',
        fix: ['date: 2023-01-29 18:30:22 2023 -0800', 'date: 2023-01-29 18:30:22 -0800'],
      },
    ],
  },
  babel: {
    files: 68,
    articles: 68,
    others: {},
    compared: 26,
    mistakes: ['2017-03-01-upgrade-to-babel-7-for-tool-authors.md:5:9', '2017-03-01-upgrade-to-babel-7.md:5:9'].map(
      (place) => ({
        place: `website/blog/${place}`,
        found: 'a day or time that does not exist',
        fix: ['2017-02-29 11:00:00', '2017-03-01 11:00:00'],
      }),
    ),
  },
  eleventy: { files: 71, articles: 66, others: { 'no-date': 4, draft: 1 }, compared: 16, mistakes: [] },
  'reactjs-gatsby': { files: 81, articles: 80, others: { 'no-date': 1 }, compared: 35, mistakes: [] },
  digitalgov: {
    files: 176,
    articles: 54,
    others: { section: 21, 'no-date': 1, draft: 1, expired: 99 },
    compared: 26,
    mistakes: [],
  },
  rustblog: { files: 102, articles: 99, others: { section: 3 }, compared: null, mistakes: [] },
};

/** What a file should become, read without any of the build's code: gray-matter's own YAML, and markdown-it. */
interface Reading {
  path: string;
  title: string | null;
  slug: string | null;
  publishAt: string | null;
  hidden: boolean;
  text: string;
  isPlain: boolean;
}

test.skipIf(corpora === null).each(Object.entries(folders))(
  '%s builds with no configuration: an error names the place of what stops it, and then nothing is silently wrong',
  async (name, { mistakes, compared: compare, ...expected }) => {
    const out = await makeFolder();
    const content = join(out, 'content');
    await cp(join(corpora ?? '', name), content, { recursive: true });
    const first = await build(content, out);
    const errors = first.problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ path, line, column }) => `${path}:${line}:${column}`)).toEqual(
      mistakes.map(({ place }) => place),
    );
    expect(errors.map(({ found }) => found)).toEqual(mistakes.map(({ found }) => expect.stringContaining(found)));
    expect(first.code).toBe(mistakes.length > 0 ? 1 : 0);

    for (const { place, fix } of mistakes) {
      const file = join(content, place.split(':')[0] ?? '');
      await writeFile(file, (await readFile(file, 'utf8')).replace(...fix));
    }
    const {
      code,
      files,
      articles: count,
      others,
      problems,
    } = mistakes.length === 0 ? first : await build(content, out);
    expect({ code, files, articles: count, others }).toEqual({ code: 0, ...expected });
    expect(problems.filter(({ code }) => /^front-matter|^misspelt|^bad-|^wrong/.test(code))).toEqual([]);

    const articles = await crawl(out);
    expect(articles).toHaveLength(count);
    expect(findWrong(content, articles)).toEqual([]);
    if (compare !== null) expect(compareReadings(content, articles)).toBe(compare);
  },
);

/** Every article, held against an independent reading of its file. Returns of how many the words were compared. */
function compareReadings(content: string, articles: readonly Article[]): number {
  const readings = readAll(content).filter(({ publishAt, hidden }) => publishAt !== null && !hidden);
  expect(articles.map(({ publish_at }) => publish_at)).toEqual(
    readings
      .map(({ publishAt }) => publishAt)
      .sort()
      .reverse(),
  );
  const bySlug = new Map(articles.map((article) => [article.slug, article]));
  let compared = 0;
  for (const reading of readings) {
    const article = bySlug.get(reading.slug ?? '');
    expect.soft(article, `${reading.path} → ${reading.slug}`).toBeDefined();
    if (article === undefined) continue;
    expect.soft(article.publish_at, reading.path).toBe(reading.publishAt);
    if (reading.title !== null) expect.soft(article.title, reading.path).toBe(reading.title);
    if (!reading.isPlain) continue;
    expect.soft(withEmoji(toText(article.html)), reading.path).toBe(withEmoji(reading.text));
    compared++;
  }
  return compared;
}

/** Emoji in place of their names. */
function withEmoji(text: string): string {
  return text.replace(/:([a-z\d_+-]+):/g, (whole, name: string) => nameToEmoji[name] ?? whole);
}

/** What can be known of a file by plain expressions, with none of the build's code and no parser. */
interface Glance {
  path: string;
  /** Lines of the header that hold a key and stand nowhere in the text. */
  header: string[];
  title: string | null;
  /** As `2016-07-25`; of the front matter, the file name, or the address. */
  date: string | null;
  segment: string;
  hasText: boolean;
}

/** Articles of which something is wrong, by a look at their files. */
function findWrong(content: string, articles: readonly Article[]): string[] {
  const glances = fastGlob.sync('**/*.{md,markdown}', { cwd: content }).map((path) => glance(content, path));
  const slugs = new Map<string, Glance[]>();
  for (const one of glances) slugs.set(one.segment, [...(slugs.get(one.segment) ?? []), one]);
  return articles.flatMap((article) => {
    const bare = article.slug.replace(/^\d{4}-\d\d-\d\d-/, '');
    const own = slugs.get(article.slug) ?? slugs.get(bare) ?? [];
    const day = article.publish_at.slice(0, 10);
    const source = own.find(({ date }) => date === day) ?? own.find(({ date }) => isDay(article.publish_at, date));
    const error = source === undefined ? 'no such file' : errorOf(article, source);
    return error === null ? [] : [`${article.slug}: ${error}`];
  });
}

function glance(content: string, path: string): Glance {
  const file = readFileSync(join(content, path), 'utf8').replace(/\r/g, '');
  const [, , header = '', text = ''] = /^\s*(---|\+\+\+)\n([\s\S]*?)\n\1\s*\n([\s\S]*)$/.exec(file) ?? [];
  const value = (key: string): string | null => {
    const [, written = ''] = new RegExp(`^${key} *[:=] *(.*(?:\\n[ \\t]+\\S.*)*)$`, 'm').exec(header) ?? [];
    const line = written.replace(/\s+/g, ' ').trim();
    if (/^".*"$/.test(line)) return line.slice(1, -1).replace(/\\(["\\])/g, '$1');
    return (/^'.*'$/.test(line) ? line.slice(1, -1).replaceAll("''", "'") : line) || null;
  };
  const address = value('path') ?? value('permalink') ?? value('slug') ?? '';
  const day = /^(\d{4})[-/](\d\d?)[-/](\d\d?)/;
  const [, year, month, date] =
    day.exec(value('date') ?? '') ?? day.exec(basename(path)) ?? day.exec(address.replace(/^\D+/, '')) ?? [];
  const named = basename(path)
    .replace(/\.\w+$/, '')
    .replace(/^\d{4}-\d\d?-\d\d?-/, '');
  const segment = /([^/]+)\/?$/.exec(address)?.[1] ?? (named === 'index' ? basename(dirname(path)) : named);
  return {
    path,
    header: header.split('\n').filter((line) => /^["\w]+ *[:=] *\S{3}/.test(line) && !text.includes(line)),
    title: plain(value('title') ?? '') || null,
    date: year === undefined ? null : `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`,
    segment: segment.replace(/[^\w.-]+/g, '-').replace(/-+/g, '-'),
    hasText: /\S/.test(text),
  };
}

/** Without the marks of code and the character references that titles of these sites have. */
function plain(title: string): string {
  return title
    .replace(/\s+/g, ' ')
    .replaceAll('`', '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .trim();
}

/** What is wrong with an article, by a look at its file. */
function errorOf(article: Article, { header, title, date, hasText }: Glance): string | null {
  const texts = [article.markdown, article.excerpt, article.html, article.meta_description];
  const leaked = header.find((line) => texts.some((text) => text.includes(line)));
  if (leaked !== undefined) return `its header is text: ${leaked}`;
  if (/^\s*(?:---|\+\+\+|\{)\s*\n\s*["\w-]+\s*[:=]/.test(article.markdown)) return 'a fence is left';
  if (title !== null && article.title !== title) return `the title is ${article.title}, not ${title}`;
  if (!isDay(article.publish_at, date)) return `the date is ${article.publish_at}, not ${date}`;
  return hasText && !/\S/.test(article.markdown) ? 'there is no text' : null;
}

/** A zone may bring the day before or the next about. */
function isDay(moment: string, date: string | null): boolean {
  const days = date === null ? Number.NaN : (Date.parse(moment) - Date.parse(date)) / 86_400_000;
  return days > -1 && days < 2;
}

interface Built {
  code: number | null;
  files: number;
  articles: number;
  others: Record<string, number>;
  problems: (Problem & Words)[];
}

async function build(content: string, out: string): Promise<Built> {
  const { code, out: printed, err } = await galley(out, ['build', '--content', content, '--json']);
  expect(err).toBe('');
  const built: Omit<Built, 'code'> = JSON.parse(printed);
  const problems = built.problems.map((problem) => ({ ...problem, path: relative(content, problem.path) }));
  return { ...built, code, problems };
}

/** Every article, by following `next` from page to page; each list is asked for with and without headings. */
async function crawl(out: string): Promise<Article[]> {
  const running = start(out, ['serve', '--port', '0']);
  const [, address] = await running.until(/listening on (\S+)/);
  const [, key] = /key for this run: (\S+)/.exec(running.text.err) ?? [];
  const articles: Article[] = [];
  let next: string | null = '/api/v1/articles?per_page=7';
  while (next !== null) {
    const response: Response = await fetch(`${address}${next}`, { headers: { 'X-Api-Key': key ?? '' } });
    expect(response.status).toBe(200);
    const { data, links } = (await response.json()) as ListEnvelope;
    articles.push(...data);
    const url: URL | null = links.next === null ? null : new URL(links.next);
    next = url && `${url.pathname}${url.search}`;
  }
  const all = await fetch(`${address}/api/v1/articles?exclude_h1=1`, { headers: { 'X-Api-Key': key ?? '' } });
  for (const { html, slug } of ((await all.json()) as ListEnvelope).data) expect(html, slug).not.toMatch(/<h1/i);
  return articles;
}

function readAll(content: string): Reading[] {
  return fastGlob
    .sync('**/*.{md,markdown}', { cwd: content })
    .map((path) => read(path, readFileSync(join(content, path), 'utf8')));
}

const now = new Date();

function read(path: string, file: string): Reading {
  const { data, content: written } = matter(withoutTwins(file.replace(/^\s+/, '')), {});
  const content = written.replace(/\{% (?:link _posts\/|post_url )(\S+) %\}/g, '/$1');
  const [, named = ''] = /(\d{4}-\d\d?-\d\d?)-/.exec(basename(path)) ?? [];
  const dateLine = /^date:\s*["']?(.*?)["']?\s*$/m.exec(file.split(/^---\s*$/m)[1] ?? '')?.[1] ?? '';
  const isSection = basename(path).startsWith('_index');
  const fileName = basename(path)
    .replace(/\.\w+$/, '')
    .replace(/^\d{4}-\d\d?-\d\d?-/, '');
  const segment = /([^/]+)\/?$/.exec(data.slug ?? data.permalink ?? fileName)?.[1];
  return {
    path,
    title: data.title === undefined ? null : plain(String(data.title)),
    slug: segment?.replace(/[^\w.-]+/g, '-').replace(/-+/g, '-') ?? null,
    publishAt: isSection ? null : (toDateTime(dateLine) ?? toDateTime(named)),
    hidden:
      data.draft === true ||
      data.eleventyExcludeFromCollections === true ||
      (data.expirydate !== undefined && new Date(data.expirydate) <= now),
    // `## Text {#id}`, as Docusaurus and Gatsby write it: the id is no text.
    text: toText(
      new MarkdownIt({ html: true, linkify: true }).render(content).replace(/\s*\{#[\w.-]+\}(?=<\/h\d>)/g, ''),
    ),
    // Without raw HTML, and without template syntax, whose quotes and underscores two renderers may read differently.
    isPlain: !/<[a-z!/]|\{\{|\{% highlight|^:::/im.test(
      content
        .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
        .replace(/`[^`\n]*`/g, '')
        .replace(/<!--.*?-->/g, ''),
    ),
  };
}

/** js-yaml refuses a key that stands twice; of those the last counts. */
function withoutTwins(file: string): string {
  const [, header = ''] = file.split(/^---\s*$/m);
  const lines = header.split('\n');
  const keyOf = (line: string): string | undefined => /^(\w+):/.exec(line)?.[1];
  const kept = lines.filter(
    (line, i) => keyOf(line) === undefined || !lines.some((other, j) => j > i && keyOf(other) === keyOf(line)),
  );
  return file.replace(header, kept.join('\n'));
}

function toDateTime(text: string): string | null {
  const form = /^(\d{4})-(\d\d?)-(\d\d?)(?: +(\d\d?):(\d\d):(\d\d)(?: *([+-]\d\d)(\d\d))?)?$/.exec(text);
  if (form === null) return null;
  const [year, month, day, hour, minute, second, zone, zoneMinutes] = form.slice(1).map((part) => Number(part ?? 0));
  const sign = form[7]?.startsWith('-') ? -1 : 1;
  const offset = (zone ?? 0) * 60 + sign * (zoneMinutes ?? 0);
  const milliseconds = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, (minute ?? 0) - offset, second);
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** The words of HTML, as a reader sees them. */
function toText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&nbsp;/g, '\u00a0')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, '')
    .trim();
}
