import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { buildOnce } from '../../build/pipeline/builder.ts';
import type { BuildMoment, BuildOptions } from '../../build/pipeline/options.ts';
import type { Problem } from '../../build/problems/problem.ts';
import type { Words } from '../../build/problems/sentences/words.ts';
import type { Article } from '../../src/core/article.ts';
import { Pointer, pointerPath } from '../../src/core/format.ts';
import { readJson } from '../../src/core/read-json.ts';
import { openRelease } from '../../src/core/release.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { firstOf } from './amount.ts';
import { writeFiles } from './command.ts';
import { resultInWords } from './in-words.ts';
import { ask } from './release.ts';
import { type AtEnd, makeFolder } from './server.ts';

type Options = Partial<BuildOptions & BuildMoment>;

/** The options of most builds in tests; power cuts are for the tests of durability. */
export const buildDefaults = {
  ...{ site: 'https://a.example', articleUrl: '{site}/blog/{slug}/', trustedHtml: false },
  ...{ now: 1_780_000_000, write: 'quick' as const },
};

/** A folder of articles that is built again and again, with one cache. */
export async function makeProject(
  files: Record<string, string> = {},
  fixed: Options = {},
  atEnd: AtEnd = onTestFinished,
) {
  const folder = await makeFolder(atEnd);
  const [content, out, cache] = [join(folder, 'content'), join(folder, 'public'), join(folder, 'cache')];
  const api = join(out, 'api', 'v1');
  await mkdir(content);
  await writeFiles(content, files);
  const build = (options: Options = {}) =>
    resultInWords(buildOnce({ ...buildDefaults, content, out, cache, ...fixed, ...options }));
  /** What readers get from the release that is current; null for 404. */
  const get = async (
    target: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string; location: unknown } | null> => {
    const storage = diskStorage(api);
    const release = await openRelease((await readJson(storage, pointerPath, Pointer)).release, storage);
    const found = await ask({ storage, release }, `/api/v1/articles${target}`, { headers });
    storage.close();
    return found.status === 404 ? null : { status: found.status, text: found.text, location: found.headers.Location };
  };
  const article = async (slug: string): Promise<Article> => JSON.parse((await get(`/${slug}`))?.text ?? 'null');
  return {
    ...{ folder, content, out, api, cache, build, get, article },
    write: (more: Record<string, string>) => writeFiles(content, more),
    remove: (path: string) => rm(join(content, path)),
    move: (from: string, to: string) => rename(join(content, from), join(content, to)),
    /** Removes the cache. */
    forget: () => rm(cache, { recursive: true, force: true }),
    /** Builds, and gives its problems as texts. */
    report: async (options: Options = {}, toText: (problem: Problem & Words) => string = toPlace) =>
      (await build(options)).problems.map(toText),
    markdown: async (slug: string): Promise<string> => (await article(slug)).markdown.trim(),
    media: () => readdir(join(out, 'media')).catch((): string[] => []),
  };
}

/** Builds without and, in the longer runs, with threads: one takes half a second to start. Tag such a test `scaled`. */
export const threads: readonly Options[] = firstOf(1, [{}, { workers: 1 }]);

const toPlace = ({ path, line, column, code }: Problem): string => `${path}:${line}:${column} ${code}`;
