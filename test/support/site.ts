import { mkdtempSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Pointer } from '../../src/core/format.ts';
import { galley } from './command.ts';
import { removeAtEnd } from './remove-at-end.ts';
import { makeFolder } from './server.ts';

/** A folder with articles, built; `write` and `build` make the next release. */
export async function makeSite(count: number) {
  const folder = await makeFolder();
  const made = await (built.get(count) ?? buildSite(count));
  await cp(made.folder, folder, { recursive: true, preserveTimestamps: true });
  return { ...toSite(folder), release: made.release };
}

/** Of each count one is built, and the others are copies of it. */
const built = new Map<number, Promise<{ folder: string; release: string }>>();

function buildSite(count: number): Promise<{ folder: string; release: string }> {
  const make = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galley-site-'));
    removeAtEnd(folder);
    const { write, build } = toSite(folder);
    await mkdir(join(folder, 'content'));
    await writeFile(join(folder, 'galley.config.yaml'), 'site: https://articles.example.com\n');
    for (let i = 0; i < count; i++) await write(`a-${i}`, `Article ${i}.`);
    await writeFile(join(folder, 'content', 'dot.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await write('pictured', '![A dot](dot.svg)');
    return { folder, release: await build() };
  };
  const site = make();
  built.set(count, site);
  return site;
}

function toSite(folder: string) {
  const write = (name: string, text: string): Promise<void> =>
    writeFile(join(folder, 'content', `${name}.md`), `---\ntitle: ${name}\ndate: 2026-01-01\n---\n${text}\n`);
  const build = async (): Promise<string> => {
    const { code, err, out } = await galley(folder, ['build', '--json']);
    expect(err + out).toContain(code === 0 ? '' : 'code 0');
    return Pointer.parse(JSON.parse(await readFile(join(folder, 'public/api/v1/release.json'), 'utf8'))).release;
  };
  return { folder, write, build };
}
