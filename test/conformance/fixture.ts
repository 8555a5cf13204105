import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { toBuildOptions } from '../../build/cli/build-options.ts';
import { Config } from '../../build/cli/settings.ts';
import { buildOnce } from '../../build/pipeline/builder.ts';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import type { Article } from '../../src/core/article.ts';
import { indexPath, Pointer, pointerPath } from '../../src/core/format.ts';
import { readJson } from '../../src/core/read-json.ts';
import { openRelease, type Release } from '../../src/core/release.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { writeFiles } from '../support/command.ts';
import { flipIn } from '../support/damage.ts';
import { contentOf, fields, secret, type Version } from './content.ts';

/** The address of the site by configuration: no server listens there. */
export const site = 'https://articles.example.com';

/** The origin whose pages may read the responses. */
export const app = 'https://app.example';

/** A release as the real build writes it, and what the cases have to know of it. */
export interface Fixture {
  out: string;
  /** A folder in which nothing was built. */
  empty: string;
  /** The value of `GALLEY_KEYS`. */
  keys: string;
  /** Keys by name: good ones, one expired. */
  key: string;
  otherKey: string;
  expiredKey: string;
  moreKeys: readonly string[];
  /** Id of the current release. */
  release: string;
  /** What is published, in the order of the list. */
  articles: readonly Article[];
  /** A file of each kind below `api/v1`. */
  files: readonly string[];
  /** Names under `/media`. */
  media: Record<'svg' | 'png' | 'video' | 'scheduled' | 'removed' | 'hidden' | 'csv' | 'slides', string>;
  /** A small site that took an article down, before one bit of its current index flipped. */
  damaged: Damaged;
  /** Values of `after`: of the tenth article, and of one that an earlier release had. */
  places: { there: string; gone: string };
  /** The changes since a token that is not known. */
  goneChanges: string;
}

export interface Damaged {
  out: string;
  /** Id of the release before the current one. */
  release: string;
  /** Names under `/media`: of an article that stays, and of the one that was taken down. */
  stays: string;
  taken: string;
}

const hour = 3600;

/** Builds three releases one after another into a folder. The first is no longer kept, the second is. */
export async function makeFixture(folder: string): Promise<Fixture> {
  const [out, empty] = [join(folder, 'public'), join(folder, 'empty')];
  await mkdir(empty, { recursive: true });
  const now = Math.floor(Date.now() / 1000);
  const publish = (version: Version, at: number): Promise<Release> =>
    build(join(folder, version), contentOf(version).files, out, at);
  await publish('first', now - 72 * hour);
  await publish('second', now - 48 * hour);
  const third = await publish('third', now - hour);
  const media = await mediaOf(out, assetPatterns);
  const articles = contentOf('third').published.map((article) => withMedia(article, media));
  const removed = contentOf('second').published.find(({ id }) => articles.every((article) => article.id !== id));
  const [key, otherKey, expiredKey, ...moreKeys] = [newKey(), newKey(), newKey(), newKey(), newKey()];
  const keys = [
    `tests:${sha256(key)}`,
    `other:${sha256(otherKey)}:2999-12-31`,
    `expired:${sha256(expiredKey)}:2020-01-01`,
    ...moreKeys.map((each, index) => `more-${index}:${sha256(each)}`),
  ];
  return {
    files: await filesOf(out),
    damaged: await makeDamaged(join(folder, 'damaged'), now),
    ...{ out, empty, key, otherKey, expiredKey, moreKeys, release: third.id, articles, media },
    keys: keys.join(','),
    places: { there: toPlace(articles[9]), gone: toPlace(removed) },
    goneChanges: `/api/v1/changes?since=${'0'.repeat(32)}-1`,
  };
}

/** As `after` has it. */
export function toPlace(article: Article | undefined): string {
  if (article === undefined) throw new Error('There is no such article.');
  return `${Date.parse(article.publish_at) / 1000}-${article.id}`;
}

/** `settings` is `galley.config.yaml`: all that any adapter knows of them is in the release. */
async function build(
  content: string,
  files: Record<string, string | Buffer>,
  out: string,
  now: number,
  settings = `cors: ${app}\nfields: ${JSON.stringify(fields)}`,
): Promise<Release> {
  await writeFiles(content, files);
  const config = Config.parse({ ...parse(settings), content, out });
  const options = toBuildOptions(config, site, undefined);
  const { problems } = await buildOnce({ ...options, cache: `${out}.cache`, now, write: 'quick' });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const disk = diskStorage(join(out, 'api', 'v1'));
  const { release } = await readJson(disk, pointerPath, Pointer);
  return openRelease(release, disk);
}

async function makeDamaged(folder: string, now: number): Promise<Damaged> {
  const out = join(folder, 'public');
  const article = (id: number, tags: string, body: string): Record<string, string> => ({
    [`${id}.md`]: `---\nid: ${id}\npublish_at: 2024-01-0${id}\ntags: [${tags}]\n---\n${body} ${secret}\n`,
  });
  const rest = {
    ...article(1, 'Stays, Both', '![a](stays.svg)'),
    ...article(3, 'Both', 'Text'),
    'stays.svg': '<svg/>',
  };
  const all = { ...rest, ...article(2, 'Taken, Both', '![a](taken.svg)'), 'taken.svg': '<svg><!-- taken --></svg>' };
  const settings = `cors: ${app}\nrateLimit: {requests: 3, seconds: 100}`;
  const before = await build(join(folder, 'all'), all, out, now - 2 * hour, settings);
  const after = await build(join(folder, 'rest'), rest, out, now - hour, settings);
  const index = join(out, 'api', 'v1', indexPath(after.id));
  await flipIn(index);
  return { out, release: before.id, ...(await mediaOf(out, { stays: /^stays\./, taken: /^taken\./ })) };
}

async function filesOf(out: string): Promise<string[]> {
  const folder = join(out, 'api', 'v1');
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:json|gz|table)$/.test(name)).sort();
  const kindOf = (name: string): string => name.replace(/(?:[0-9a-f]{2}\/)?(?:\d+\.)?[0-9a-f]{32}/, '');
  return names.filter((name, index) => names.findIndex((other) => kindOf(other) === kindOf(name)) === index);
}

/** With the addresses of images as they are served. */
function withMedia(article: Article, media: Fixture['media']): Article {
  const names: Record<string, string> = {
    ...{ 'press.svg': media.svg, 'dot.png': media.png, 'film.mp4': media.video },
    ...{ 'größen.csv': encodeURIComponent(media.csv), 'talk.key': media.slides },
  };
  const fill = (text: string): string => {
    return text.replace(/media:([a-zöß.]+[0-9a-z])/g, (_, name: string) => `${site}/media/${names[name]}`);
  };
  const { html, markdown, header_image_url } = article;
  return {
    ...article,
    html: fill(html),
    markdown: fill(markdown),
    header_image_url: header_image_url && fill(header_image_url),
  };
}

const assetPatterns: Record<keyof Fixture['media'], RegExp> = {
  svg: /^press\..*\.svg$/,
  png: /^dot\..*\.png$/,
  video: /^film\..*\.mp4$/,
  scheduled: /^later\..*\.png$/,
  removed: /^removed\..*\.png$/,
  hidden: /^hidden\..*\.png$/,
  csv: /^größen\..*\.csv$/,
  slides: /^talk\..*\.key$/,
};

async function mediaOf<T extends string>(out: string, patterns: Record<T, RegExp>): Promise<Record<T, string>> {
  const names = await readdir(join(out, 'media'));
  const find = (pattern: RegExp): string => {
    const [found, another] = names.filter((name) => pattern.test(name));
    if (found === undefined || another !== undefined) throw new Error(`${pattern} is not one of ${names}`);
    return found;
  };
  const found = Object.entries<RegExp>(patterns).map(([name, pattern]) => [name, find(pattern)]);
  return Object.fromEntries(found) as Record<T, string>;
}
