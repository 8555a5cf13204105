import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { toOpenApi } from './openapi.ts';
import { packageFolder } from './package.ts';

/** Pages of ours that lie at the top of every release folder. */
const pages = ['index.html', 'favicon.svg'];

/** Writes what is served without a key: the documentation page and the description of the API. */
export async function writeOpenFiles(out: string, site: string): Promise<void> {
  await mkdir(out, { recursive: true });
  const own = join(packageFolder(), 'public');
  if (resolve(out) !== own) for (const page of pages) await copyFile(join(own, page), join(out, page));
  const draft = join(out, '.draft-openapi.json');
  try {
    await writeFile(draft, `${JSON.stringify(toOpenApi(site), null, 2)}\n`);
    await rename(draft, join(out, 'openapi.json'));
  } finally {
    await rm(draft, { force: true });
  }
}
