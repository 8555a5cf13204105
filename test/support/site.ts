import { mkdtempSync } from 'node:fs';
import { cp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Pointer } from '../../src/core/format.ts';
import { type Ended, galley, writeFiles } from './command.ts';
import { removeAtEnd } from './remove-at-end.ts';
import { makeFolder } from './server.ts';

/** What a project has that needs Galley, so that `galley init` does not pack it. */
export const needsGalley = { 'package.json': '{"dependencies":{"galley":"*"}}' };

/** A working directory with these files, in which commands run with `env`. */
export async function makeSite(files: Record<string, string | Buffer> = {}, env: Record<string, string> = {}) {
  const folder = await makeFolder();
  await writeFiles(folder, { ...needsGalley, ...files });
  return siteIn(folder, env);
}

export type Site = ReturnType<typeof siteIn>;

/** The site of a folder that is there. */
export function siteIn(folder: string, env: Record<string, string> = {}) {
  const run = (...args: string[]): Promise<Ended> => galley(folder, args, env);
  const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
  return {
    folder,
    run,
    read,
    /** What a command prints with `--json`. */
    json: async (...args: string[]) => JSON.parse((await run(...args, '--json')).out),
    write: (files: Record<string, string | Buffer>) => writeFiles(folder, files),
    move: (from: string, to: string) => rename(join(folder, from), join(folder, to)),
    /** Removes a file, or a folder with all that is in it. */
    remove: (...paths: string[]) => Promise.all(paths.map((path) => rm(join(folder, path), { recursive: true }))),
    /** Builds, which must succeed. Gives the id of the release. */
    async build(...args: string[]): Promise<string> {
      expect(await run('build', ...args)).toMatchObject({ code: 0 });
      return Pointer.parse(JSON.parse(await read('public/api/v1/release.json'))).release;
    },
  };
}

/** A site with so many articles, and one with an image, built. */
export async function makeArticles(count: number, env: Record<string, string> = {}) {
  const post = (name: string, text: string) => ({
    [`content/${name}.md`]: `---\ntitle: ${name}\ndate: 2026-01-01\n---\n${text}\n`,
  });
  const site = await copySite(
    String(count),
    async ({ write, build }) => {
      const all = Array.from({ length: count }, (_, i) => post(`a-${i}`, `Article ${i}.`));
      await write(Object.assign({}, ...all, post('pictured', '![A dot](dot.svg)')));
      await write({ 'content/dot.svg': '<svg/>', 'galley.config.yaml': 'site: https://articles.example.com\n' });
      await build();
    },
    env,
  );
  return {
    ...site,
    edit: (name: string, text: string) => site.write(post(name, text)),
    release: Pointer.parse(JSON.parse(await site.read('public/api/v1/release.json'))).release,
  };
}

/** A site that `make` makes once for each `name`: a copy of it. */
export async function copySite(name: string, make: (site: Site) => Promise<unknown>, env?: Record<string, string>) {
  const made = madeSites.get(name) ?? makeOnce(make);
  madeSites.set(name, made);
  const folder = await makeFolder();
  await cp(await made, folder, { recursive: true, preserveTimestamps: true });
  return siteIn(folder, env);
}

const madeSites = new Map<string, Promise<string>>();

async function makeOnce(make: (site: Site) => Promise<unknown>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-site-'));
  removeAtEnd(folder);
  await make(siteIn(folder));
  return folder;
}
