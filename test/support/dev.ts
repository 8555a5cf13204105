import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { galley, type Running, start, writeFiles } from './command.ts';
import { type AtEnd, makeFolder } from './server.ts';

export interface RunningDev {
  /** The working directory, and the content folder in it. */
  folder: string;
  content: string;
  running: Running;
  key: string;
  /** Scheme, host and port. */
  address: string;
  port: number;
}

/** A running `galley dev` over these files, once it has built; by default until the test is over. Readers have a release of the `published` files. */
export async function startDev(
  files: Record<string, string | Buffer>,
  args: string[] = [],
  atEnd: AtEnd = onTestFinished,
  published: Record<string, string> | null = null,
): Promise<RunningDev> {
  const folder = await makeFolder(atEnd);
  await mkdir(join(folder, 'content'));
  if (published !== null) {
    await writeFiles(join(folder, 'content'), published);
    await galley(folder, ['build', '--site', 'https://a.example']);
  }
  await writeFiles(join(folder, 'content'), files);
  const running = start(folder, ['dev', '--port', '0', ...args], {}, atEnd);
  const [, key = '', url = ''] = await running.until(/curl -H "X-Api-Key: (\S+)" '(\S+)\?/);
  const { origin, port } = new URL(url);
  return { folder, content: join(folder, 'content'), running, key, address: origin, port: Number(port) };
}

/** Writes files that are watched. Each is there whole at once, so that no build can read an empty one. */
export async function save(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    const temporary = join(dirname(file), `.${basename(file)}.tmp`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, text);
    await rename(temporary, file);
  }
}

/** The state and the path of each file in the list of a page. */
export function listOf(page: string): string[] {
  const rows = page.matchAll(/<li><a class="row (\w+)".*?<code>(.*?)<\/code><\/span><\/a><\/li>/g);
  return Array.from(rows, ([, state, path]) => `${state} ${path}`);
}
