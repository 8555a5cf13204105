import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildOnce } from '../../build/pipeline/builder.ts';
import { plainInfo } from '../../build/release/description/service-info.ts';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import type { Article } from '../../src/core/article.ts';
import { Pointer, pointerPath } from '../../src/core/format.ts';
import { readJson } from '../../src/core/read-json.ts';
import { openRelease, type Release } from '../../src/core/release.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { writeFiles } from '../support/command.ts';
import { contentOf, type Version } from './content.ts';

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
  /** Keys by name: two that are good, one expired. */
  key: string;
  otherKey: string;
  expiredKey: string;
  /** Id of the current release. */
  release: string;
  /** What is published, in the order of the list. */
  articles: readonly Article[];
  /** A file of each kind below `api/v1`. */
  files: readonly string[];
  /** Names under `/media`. */
  media: { svg: string; png: string; video: string; scheduled: string; csv: string; slides: string };
  snapshots: {
    /** Of the current release. */
    current: string;
    /** Of an earlier one, whose articles and order the current one still has. */
    held: string;
    /** Of a kept release: one article of it was removed, one re-dated, and one came between. */
    kept: string;
    /** Of no article at all. */
    empty: string;
    /** Of a release that is no longer kept. */
    gone: string;
  };
  /** What the kept snapshot ranged over, in its order; those that are gone are null. */
  keptOrder: readonly (Article | null)[];
}

const hour = 3600;

/** Builds three releases one after another into a folder. The first is no longer kept, the second is. */
export async function makeFixture(folder: string): Promise<Fixture> {
  const [out, empty] = [join(folder, 'public'), join(folder, 'empty')];
  await mkdir(empty, { recursive: true });
  const now = Math.floor(Date.now() / 1000);
  const publish = async (version: Version, at: number): Promise<Release> => {
    const content = join(folder, version);
    await writeFiles(content, contentOf(version).files);
    const { problems } = await buildOnce({
      ...{ content, out, cache: join(folder, 'cache'), site, now: at },
      articleUrl: `${site}/api/v1/articles/{slug}`,
      trustedHtml: false,
      info: { ...plainInfo, cors: [app] },
      write: 'quick',
    });
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    const disk = diskStorage(join(out, 'api', 'v1'));
    const { release } = await readJson(disk, pointerPath, Pointer);
    return openRelease(release, disk);
  };
  const token = async (release: Release, count: number): Promise<string> => `${count}-${await release.digestAt(count)}`;
  const first = await publish('first', now - 72 * hour);
  const gone = await token(first, contentOf('first').published.length);
  const second = await publish('second', now - 48 * hour);
  const earlier = contentOf('second').published;
  const [kept, held] = [await token(second, earlier.length), await token(second, 10)];
  const third = await publish('third', now - hour);
  const media = await mediaOf(out);
  const articles = contentOf('third').published.map((article) => withMedia(article, media));
  const [key, otherKey, expiredKey] = [newKey(), newKey(), newKey()];
  const keys = [
    `tests:${sha256(key)}`,
    `other:${sha256(otherKey)}:2999-12-31`,
    `expired:${sha256(expiredKey)}:2020-01-01`,
  ];
  return {
    files: await filesOf(out),
    ...{ out, empty, key, otherKey, expiredKey, release: third.id, articles, media },
    keys: keys.join(','),
    snapshots: { current: await token(third, articles.length), held, kept, empty: await token(third, 0), gone },
    keptOrder: earlier.map(({ id }) => articles.find((article) => article.id === id) ?? null),
  };
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

async function mediaOf(out: string): Promise<Fixture['media']> {
  const names = await readdir(join(out, 'media'));
  const find = (pattern: RegExp): string => {
    const [found, another] = names.filter((name) => pattern.test(name));
    if (found === undefined || another !== undefined) throw new Error(`${pattern} is not one of ${names}`);
    return found;
  };
  return {
    svg: find(/^press\..*\.svg$/),
    png: find(/^dot\..*\.png$/),
    video: find(/^film\..*\.mp4$/),
    scheduled: find(/^later\..*\.png$/),
    csv: find(/^größen\..*\.csv$/),
    slides: find(/^talk\..*\.key$/),
  };
}
